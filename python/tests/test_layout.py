"""The structures and numbers of _native.py are those of the headers: a C program says so.

Structures: the size of each, and offset and size of every field.  Constants and enums: every value,
and for enums also how many there are.
"""

import ctypes
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import felt
from felt import _native

INCLUDE = pathlib.Path(__file__).resolve().parents[2] / "include"

# Only the beginning of these is repeated: the library may add to their ends.
OPEN_ENDED = {"felt_poker_rules"}

CONSTANTS = [
    "SEATS_MAX SEAT_NONE CHIPS_MAX OPTIONS_MAX EVENT_CARDS EVENTS_MAX ZONES_MAX ZONE_CARDS_MAX",
    "NUMBERS_MAX STEPS_MAX DRAWS_MAX REDEALS_MAX ROTATION_MAX CAP_NONE CARDS CARDS_MAX CARD_NONE CARD_TEXT_BYTES HOLE_MAX BOARD_MAX",
    "EVAL_CARDS_MAX COMBOS STARTING_KINDS RANGE_TEXT_MAX COMPLAINT_BYTES VALUE_NAME_BYTES",
    "EQUITY_PLAYERS_MAX EQUITY_CHOOSE EQUITY_EXACT EQUITY_SAMPLE STEP_DEAL STEP_DISCARD STEP_BET",
    "ZONE_HAND ZONE_BOARD ZONE_SECOND_BOARD ZONE_DISCARDS UP_NOTHING UP_FOLLOW UP_REDEAL",
    "ROTATION_IN_TURN ROTATION_CHOICE POKER_DREW POKER_FOLLOW DECK_52 DECK_53 DECK_54 DECK_SHORT DECK_ROYAL FORCED_BLINDS FORCED_BRING_IN",
    "FORCED_BUTTON_BLIND",
]
# class: (what stands before its names in C, how many there are)
ENUMS = {
    felt.Status: ("FELT_", "FELT_STATUS_COUNT"),
    felt.ActionKind: ("FELT_", "FELT_ACTION_KINDS"),
    felt.EventKind: ("FELT_EVENT_", "FELT_EVENT_KINDS"),
    felt.Phase: ("FELT_PHASE_", "FELT_PHASES"),
    felt.Limit: ("FELT_", "FELT_LIMITS"),
    felt.Family: ("FELT_", "FELT_FAMILIES"),
    felt.Category: ("FELT_", "FELT_CATEGORIES"),
}


def expected():
    """What we believe: a C expression and its value."""
    facts = {}
    for name, structure in _native.STRUCTURES.items():
        if name not in OPEN_ENDED:
            facts[f"sizeof(struct {name})"] = ctypes.sizeof(structure)
        for field, *_ in structure._fields_:
            place = getattr(structure, field)
            facts[f"offsetof(struct {name}, {field})"] = place.offset
            facts[f"sizeof(((struct {name} *)0)->{field})"] = place.size
    for name in " ".join(CONSTANTS).split():
        facts["FELT_" + name] = getattr(_native, name)
    for kind, (prefix, count) in ENUMS.items():
        facts[count] = len(kind)
        for member in kind:
            facts[prefix + member.name] = int(member)
    facts["sizeof(struct felt_poker)"] = _native.STATE_BYTES
    facts["sizeof(struct felt_view) <= %d" % _native.VIEW_BYTES_MAX] = 1
    facts["sizeof(enum felt_status)"] = ctypes.sizeof(_native.enum)
    facts["sizeof(enum felt_family)"] = ctypes.sizeof(_native.enum)
    return facts


class Layout(unittest.TestCase):
    def test_structures_constants_and_enums_are_those_of_the_headers(self):
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            self.skipTest("there is no C compiler")
        facts = expected()
        self.assertGreater(len(facts), 400)
        lines = [
            '    printf("%%lld,\\n", (long long)(%s));' % expression for expression in facts
        ]
        headers = ("felt/felt.h", "stddef.h", "stdio.h")
        source = "".join(f"#include <{header}>\n" for header in headers) + "int main(void)\n{\n"
        source += '    printf("[");\n' + "\n".join(lines) + '\n    printf("0]\\n");\n}\n'
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "layout.c"
            path.write_text(source)
            program = str(path.with_suffix(""))
            subprocess.run([compiler, "-I", str(INCLUDE), str(path), "-o", program], check=True)
            output = subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout
        found = dict(zip(facts, json.loads(output)))
        wrong = {what: (found[what], facts[what]) for what in facts if found[what] != facts[what]}
        self.assertEqual(wrong, {}, "C, Python")


if __name__ == "__main__":
    unittest.main()
