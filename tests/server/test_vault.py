"""Seals, and where the key comes from."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sprawdzam.server.folder import data_folder, default_database
from sprawdzam.server.vault import BadKey, Vault, find_key

KEY = bytes(range(32))


def test_what_is_sealed_comes_back() -> None:
    vault = Vault(KEY)
    sealed = vault.seal(b"queen of hearts", "t", "secret 1")
    assert b"queen" not in sealed
    assert vault.unseal(sealed, "t", "secret 1") == b"queen of hearts"
    assert vault.seal(b"queen of hearts", "t", "secret 1") != sealed


@pytest.mark.parametrize(
    ("key", "owner", "place"), [(bytes(32), "t", "secret 1"), (KEY, "u", "secret 1"), (KEY, "t", "secret 2")]
)
def test_only_the_same_key_in_the_same_place_unseals(key: bytes, owner: str, place: str) -> None:
    sealed = Vault(KEY).seal(b"queen of hearts", "t", "secret 1")
    with pytest.raises(BadKey, match="cannot be read with this key"):
        Vault(key).unseal(sealed, owner, place)


def test_a_seal_that_was_changed_is_refused() -> None:
    sealed = bytearray(Vault(KEY).seal(b"queen of hearts", "t", "secret 1"))
    sealed[-1] ^= 1
    with pytest.raises(BadKey):
        Vault(KEY).unseal(bytes(sealed), "t", "secret 1")
    with pytest.raises(BadKey):
        Vault(KEY).unseal(b"short", "t", "secret 1")


def test_a_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    key = find_key(folder, {})
    assert len(key) == 32 and find_key(folder, {}) == key
    assert [file.name for file in folder.iterdir()] == ["key"]
    if os.name == "posix":
        assert (folder / "key").stat().st_mode & 0o777 == 0o600


def test_all_who_start_at_once_get_the_same_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(lambda _: find_key(tmp_path / "data", {}), range(16)))
    assert len(keys) == 1


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    assert find_key(tmp_path / "data", {"SPRAWDZAM_KEY": KEY.hex()}) == KEY
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("text", ["letmein", "ab" * 31, "ab" * 33, "zz" * 32])
def test_a_key_that_is_none_is_refused_and_not_repeated_in_the_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadKey, match="SPRAWDZAM_KEY: a key is 64 hexadecimal digits") as refused:
        find_key(tmp_path, {"SPRAWDZAM_KEY": text})
    assert text not in str(refused.value)


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    find_key(tmp_path, {})
    (tmp_path / "key").chmod(0o640)
    with pytest.raises(BadKey, match="chmod 600"):
        find_key(tmp_path, {})


def test_a_short_key_is_refused() -> None:
    with pytest.raises(BadKey, match="32 bytes, but this one has 16"):
        Vault(bytes(16))


def test_data_lie_in_the_data_folder_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "sprawdzam"
    assert default_database(tmp_path / "sprawdzam") == f"sqlite:///{tmp_path}/sprawdzam/sprawdzam.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "sprawdzam"
    assert not any(tmp_path.iterdir())
