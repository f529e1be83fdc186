"""The version of this package: that of the library it speaks to (the project's meson.build)."""

__version__ = "0.1.0"
