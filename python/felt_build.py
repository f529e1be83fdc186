"""Builds the wheel of felt: a backend for pip (PEP 517 and 660) that needs Python and nothing else.

The wheel brings libfelt along, so that `import felt` works at once.  The library is, in this order:

  1. the file that FELT_LIBRARY names;
  2. built here and now from the sources this folder lies in, if Meson and Ninja are there: in
     ../build if that is set up (./dev build), else in ../build-python;
  3. the one in ../build as it is;
  4. none: then the package looks for an installed libfelt.so.0 when it is imported.
"""

import base64
import fcntl
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sysconfig
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
SONAME = "libfelt.so.0"
# Wheels are the same for the same contents: files have no time but this one.
EPOCH = (1980, 1, 1, 0, 0, 0)


def version():
    words = (HERE / "felt" / "_version.py").read_text(encoding="utf-8")
    return re.search(r'__version__ = "([^"]+)"', words).group(1)


def run(*command):
    """Runs a tool; its output is shown if it fails."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        print(done.stdout.decode("utf-8", "replace"))
        raise SystemExit(
            "felt: the library could not be built (" + " ".join(command) + ", output above).\n"
            "Build it with ./dev build, or name one: FELT_LIBRARY=/path/to/" + SONAME
        )


def compile_library():
    """Builds the library of the sources around us; returns its path."""
    folder = ROOT / "build"
    if not (folder / "build.ninja").exists():
        folder = ROOT / "build-python"
        if not (folder / "build.ninja").exists():
            run("meson", "setup", str(folder), str(ROOT), "-Dtests=false")
    target = "src/libfelt.so." + version()
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)  # ./dev takes the same one
        run("ninja", "-C", str(folder), target)
    finally:
        os.close(lock)
    return folder / target


def find_library():
    """The library to put into the wheel, or None."""
    named = os.environ.get("FELT_LIBRARY")
    if named:
        if not os.path.exists(named):
            raise SystemExit(f"felt: FELT_LIBRARY names {named}, and there is no such file")
        return pathlib.Path(named)
    if not (ROOT / "meson.build").exists():
        return None
    if shutil.which("meson") and shutil.which("ninja"):
        return compile_library()
    built = ROOT / "build" / "src" / SONAME
    return built if built.exists() else None


def metadata():
    lines = [
        "Metadata-Version: 2.1",
        "Name: felt",
        "Version: " + version(),
        "Summary: Card games in Python: exact evaluation, equity, and poker by the rules",
        "License: MIT",
        "Requires-Python: >=3.9",
        "Classifier: Typing :: Typed",
        "Description-Content-Type: text/markdown",
        "",
        (HERE / "README.md").read_text(encoding="utf-8"),
    ]
    return "\n".join(lines).encode("utf-8")


class Wheel:
    """A wheel that is being written; it keeps the list of its files."""

    def __init__(self, folder, tag):
        self.name = f"felt-{version()}-{tag}.whl"
        self.info = f"felt-{version()}.dist-info"
        self.archive = zipfile.ZipFile(
            os.path.join(folder, self.name), "w", zipfile.ZIP_DEFLATED
        )
        self.record = []
        self.add(self.info + "/METADATA", metadata())
        pure = "true" if tag.endswith("-any") else "false"
        words = f"Wheel-Version: 1.0\nGenerator: felt_build\nRoot-Is-Purelib: {pure}\nTag: {tag}\n"
        self.add(self.info + "/WHEEL", words.encode())

    def write(self, path, contents, mode):
        entry = zipfile.ZipInfo(path, EPOCH)
        entry.external_attr = mode << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.archive.writestr(entry, contents)

    def add(self, path, contents, mode=0o100644):
        digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
        self.record.append(f"{path},sha256={digest},{len(contents)}")
        self.write(path, contents, mode)

    def close(self):
        self.record.append(self.info + "/RECORD,,")
        self.write(self.info + "/RECORD", ("\n".join(self.record) + "\n").encode(), 0o100644)
        self.archive.close()
        return self.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = find_library()
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    wheel = Wheel(wheel_directory, "py3-none-" + (platform if library else "any"))
    for path in sorted((HERE / "felt").iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            wheel.add("felt/" + path.name, path.read_bytes())
    if library:
        wheel.add("felt/" + SONAME, library.read_bytes(), 0o100755)
    return wheel.close()


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package stays where it is; the library is looked for in ../build."""
    if not os.environ.get("FELT_LIBRARY"):
        find_library()
    wheel = Wheel(wheel_directory, "py3-none-any")
    wheel.add("felt.pth", (str(HERE) + "\n").encode())
    return wheel.close()


def build_sdist(sdist_directory, config_settings=None):
    """There is none: without the C sources beside it, it could not build the library."""
    raise SystemExit("felt: no source distribution; build a wheel: pip wheel ./python")
