"""The package as a whole: its version, its texts that are code, and how its import fails."""

import doctest
import importlib
import os
import pathlib
import pkgutil
import re
import subprocess
import sys
import tempfile
import unittest

import felt

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = HERE.parent
ROOT = PYTHON.parent


def import_with(library, package=PYTHON):
    """What `import felt` says with this library."""
    environment = dict(os.environ, FELT_LIBRARY=str(library), PYTHONPATH=str(package))
    done = subprocess.run(
        [sys.executable, "-c", "import felt"],
        env=environment,
        cwd="/",  # or else the package beside us would be found first
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    return done.returncode, done.stderr.decode()


class Package(unittest.TestCase):
    def test_the_version_is_the_project_s(self):
        words = (ROOT / "meson.build").read_text()
        self.assertEqual(felt.__version__, re.search(r"version: '([^']+)'", words).group(1))

    def test_every_name_is_there_and_documented(self):
        for name in felt.__all__:
            thing = getattr(felt, name)
            if isinstance(thing, type) or callable(thing):
                if getattr(thing, "__module__", "").startswith("felt"):
                    self.assertTrue(thing.__doc__, name)
        self.assertEqual(sorted(felt.__all__), felt.__all__)

    def test_examples_in_docstrings(self):
        tried = 0
        names = ["felt"] + ["felt." + module.name for module in pkgutil.iter_modules(felt.__path__)]
        for name in names:
            result = doctest.testmod(importlib.import_module(name))
            self.assertEqual(result.failed, 0, name)
            tried += result.attempted
        self.assertGreater(tried, 15)

    def test_the_tour(self):
        """Every line of docs/PYTHON.md that begins with >>>."""
        result = doctest.testfile(str(ROOT / "docs" / "PYTHON.md"), module_relative=False)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 20)


class Import(unittest.TestCase):
    def test_a_library_that_is_not_there(self):
        code, words = import_with("/nowhere/libfelt.so")
        self.assertEqual(code, 1)
        self.assertIn("ImportError: FELT_LIBRARY names /nowhere/libfelt.so", words)

    def test_a_file_that_is_no_library(self):
        with tempfile.NamedTemporaryFile(suffix=".so") as file:
            file.write(b"not a library")
            file.flush()
            code, words = import_with(file.name)
        self.assertEqual(code, 1)
        self.assertIn("ImportError: libfelt is not here", words)
        self.assertIn("pip install ./python", words)

    def test_another_library(self):
        code, words = import_with(_c_library())
        self.assertEqual(code, 1)
        self.assertRegex(words, "ImportError: .* has no function felt_.*another version")

    def test_a_library_of_another_layout(self):
        """The package is changed instead: one field more, as if the library had one less."""
        with tempfile.TemporaryDirectory() as folder:
            copied = pathlib.Path(folder) / "felt"
            copied.mkdir()
            for path in (PYTHON / "felt").glob("*.py"):
                (copied / path.name).write_text(path.read_text())
            for field in ("to_match", "bring_in", "opener", "cards_to", "choice_max"):
                words = (PYTHON / "felt" / "_native.py").read_text()
                before = f'        ("{field}", '
                self.assertIn(before, words)
                after = '        ("extra", chips),\n' + before
                (copied / "_native.py").write_text(words.replace(before, after, 1))
                code, said = import_with(felt.library_path, folder)
                self.assertEqual(code, 1, field)
                self.assertIn("does not fit this package", said)


def _c_library():
    """Some shared library that every process has."""
    with open("/proc/self/maps") as maps:
        return next(line.split()[-1] for line in maps if re.search(r"/libc\.so|/libc-", line))


if __name__ == "__main__":
    unittest.main()
