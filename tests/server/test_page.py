"""The page for browsers: what is served for which address, how long it may be kept, and what there is without one."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from sprawdzam.server.app import Server, Settings
from sprawdzam.server.page import FOLDER, Page

BUILT = pytest.mark.skipif(not (FOLDER / "index.html").exists(), reason="the page has not been built (make page)")
SCRIPT = "console.log('cards')\n" * 50


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Sprawdzam!</title>")
    (tmp_path / "assets" / "index-1a2b.js").write_text(SCRIPT)
    (tmp_path / "assets" / "letters-3c4d.woff2").write_bytes(b"wOF2")
    ahead = {"t": ["assets/Table-5e6f.js"], "t/replay": ["assets/Replay-7a8b.js", "assets/Replay-9c0d.css"]}
    (tmp_path / "ahead.json").write_text(json.dumps(ahead))
    return tmp_path


@pytest.fixture
def client(bundle: Path) -> TestClient:
    return TestClient(Starlette(routes=Page(bundle).routes()))


@pytest.fixture
def server(sqlite_url: str) -> Iterator[TestClient]:
    with TestClient(Server(Settings(sqlite_url, bytes(range(32))))) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/new", "/t/6zWIRAN_j3DM2JcVMOGnYw", "/ladder/blef", "/what/ever"])
def test_every_address_of_the_page_gives_its_index_and_is_asked_for_again(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "<title>Sprawdzam!</title>" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "link"),
    [
        ("/", None),
        ("/new/blef", None),
        ("/t/6zWIRAN_j3DM2JcVMOGnYw", "</assets/Table-5e6f.js>; rel=modulepreload; crossorigin; fetchpriority=low"),
        (
            "/t/6zWIRAN_j3DM2JcVMOGnYw/replay",
            (
                "</assets/Replay-7a8b.js>; rel=modulepreload; crossorigin; fetchpriority=low, "
                "</assets/Replay-9c0d.css>; rel=preload; as=style; crossorigin; fetchpriority=low"
            ),
        ),
        ("/assets/index-1a2b.js", None),
    ],
)
def test_the_index_comes_with_word_of_what_that_page_will_need(client: TestClient, path: str, link: str | None) -> None:
    assert client.get(path).headers.get("link") == link


def test_files_with_a_fingerprint_are_kept_for_ever_and_packed(client: TestClient) -> None:
    answer = client.get("/assets/index-1a2b.js", headers={"accept-encoding": "gzip"})
    assert answer.text == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), mtime=0))


def test_whoever_cannot_unpack_gets_it_as_it_is(client: TestClient) -> None:
    answer = client.get("/assets/index-1a2b.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert answer.text == SCRIPT
    letters = client.get("/assets/letters-3c4d.woff2")
    assert (letters.headers["content-type"], letters.content) == ("font/woff2", b"wOF2")
    assert "content-encoding" not in letters.headers


@pytest.mark.parametrize("path", ["/assets/index-0000.js", "/assets/../index-1a2b.js", "/assets/%2e%2e/%2e%2e/page.py"])
def test_files_that_are_not_there_are_not_the_index(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert "cards" not in answer.text
    assert answer.status_code == 404 or "<title>" in answer.text


def test_nothing_outside_the_bundle_is_read(client: TestClient, bundle: Path) -> None:
    (bundle.parent / "secret.txt").write_text("secret")
    for path in (
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        f"/{bundle.parent}/secret.txt",
    ):
        assert "secret" not in client.get(path).text


def test_without_a_bundle_a_plain_page_says_what_to_do(tmp_path: Path) -> None:
    answer = TestClient(Starlette(routes=Page(tmp_path / "none").routes())).get("/")
    assert answer.status_code == 503
    assert "make page" in answer.text
    assert "sprawdzam play" in answer.text
    assert "<script" not in answer.text and "style=" not in answer.text  # the policy would forbid them


def test_the_server_serves_it_beside_the_api_under_a_policy_without_inline_code(server: TestClient) -> None:
    answer = server.get("/t/whatever")
    assert answer.status_code == (200 if (FOLDER / "index.html").exists() else 503)
    assert "Sprawdzam!" in answer.text
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy
    missing = server.get("/api/nothing")
    assert (missing.status_code, missing.json()["error"]) == (404, "not_found")
    assert server.get("/healthz").text == "alive\n"


def test_long_answers_for_anybody_are_packed(server: TestClient) -> None:
    plain = server.get("/api/games", headers={"accept-encoding": "identity"})
    packed = server.get("/api/games", headers={"accept-encoding": "gzip"})
    assert packed.json() == plain.json()
    assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
    assert 4 * int(packed.headers["content-length"]) < len(plain.content)
    assert "content-encoding" not in server.get("/api/tables", headers={"accept-encoding": "gzip"}).headers  # short


def test_what_is_for_somebody_alone_is_never_packed(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprawdzam.server.api.SMALL", 0)
    assert "content-encoding" in server.get("/api/tables", headers={"accept-encoding": "gzip"}).headers
    server.post("/api/guests", json={"name": "Ala"}, headers={"origin": "http://testserver"})
    answer = server.get("/api/me", headers={"accept-encoding": "gzip"})
    assert answer.json()["name"] == "Ala" and "content-encoding" not in answer.headers


@BUILT
def test_the_real_index_obeys_that_policy() -> None:
    index = (FOLDER / "index.html").read_text()
    assert "<style" not in index and "style=" not in index
    for tag in index.split("<script")[1:]:
        assert 'src="/assets/' in tag.partition(">")[0]
        assert tag.partition(">")[2].startswith("</script>")


def test_the_page_makes_markup_of_nothing_but_rulebooks() -> None:
    """All other texts, names and words of people among them, are texts."""
    web = Path(__file__).parents[2] / "web" / "src"
    made = re.compile(r"\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write")
    sources = [path for kind in ("*.svelte", "*.ts") for path in web.rglob(kind)]
    found = [path.name for path in sources if made.search(path.read_text("utf-8"))]
    assert len(sources) > 50 and found == ["Rulebook.svelte"]


@BUILT
def test_what_the_real_pages_will_need_is_there() -> None:
    ahead = json.loads((FOLDER / "ahead.json").read_text())
    assert {"t", "t/replay", "new", "rules", "learn"} <= set(ahead)
    assert all((FOLDER / path).is_file() for paths in ahead.values() for path in paths)
