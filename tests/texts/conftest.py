"""The catalogue as it lies in the source, compiled afresh, and the tool that keeps it up to date."""

from __future__ import annotations

import gettext
import shutil
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from sprawdzam.engine.texts import Texts

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src/sprawdzam/locale/pl/LC_MESSAGES/sprawdzam.po"


def load(name: str, file: Path) -> ModuleType:
    """A module that no package holds."""
    spec = spec_from_file_location(name, file)
    assert spec and spec.loader
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def tool() -> ModuleType:
    return load("tools_texts", ROOT / "tools/texts.py")


@pytest.fixture(scope="session")
def source() -> Path:
    return SOURCE


@pytest.fixture(scope="session")
def catalogue() -> Catalog:
    with SOURCE.open("rb") as file:
        return read_po(file, locale="pl", abort_invalid=True)


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a catalogue that was compiled just now."""
    folder = tmp_path_factory.mktemp("locale")
    copy = folder / "pl/LC_MESSAGES/sprawdzam.po"
    copy.parent.mkdir(parents=True)
    shutil.copy(SOURCE, copy)
    load("hatch_build", ROOT / "hatch_build.py").compile_catalogue(copy)
    return folder


@pytest.fixture(scope="session")
def polish(compiled: Path) -> Texts:
    return Texts("pl", gettext.translation("sprawdzam", compiled, ["pl"]))
