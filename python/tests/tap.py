"""Runs the tests of this folder and prints TAP, one line for each.

usage: tap.py [NAME...]      names of test modules, all if none is given
"""

import pathlib
import sys
import traceback
import unittest

HERE = pathlib.Path(__file__).resolve().parent


class TapResult(unittest.TestResult):
    def _say(self, word, test, detail=""):
        name = test.id().replace("#", "")
        print(f"{word} {self.testsRun} - {name}{detail}", flush=True)

    def _explain(self, error):
        for line in "".join(traceback.format_exception(*error)).splitlines():
            print("# " + line)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._say("ok", test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._say("not ok", test)
        self._explain(err)

    def addError(self, test, err):
        super().addError(test, err)
        self._say("not ok", test)
        self._explain(err)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._say("ok", test, " # SKIP " + reason)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            print(f"# {subtest}")
            self._explain(err)
            print(f"not ok {self.testsRun} - {test.id()}")


def main(names):
    sys.path.insert(0, str(HERE))
    loader = unittest.TestLoader()
    if names:
        suite = loader.loadTestsFromNames(names)
    else:
        suite = loader.discover(str(HERE))
    result = TapResult()
    suite.run(result)
    print(f"1..{result.testsRun}")
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
