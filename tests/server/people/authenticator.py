"""A device with pass keys, in software: ES256 keys that answer as browsers do."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, NEW_KEY = 1, 4, 64


def b64(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


def from_b64(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One key. What it says can be bent, to see whether the server notices."""

    def __init__(self, origin="http://testserver"):
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(20)
        self.host = None
        self.counter = 0

    def create(self, options, *, flags=PRESENT | VERIFIED, **bent):
        self.host = options["rp"]["id"]
        numbers = self.key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, **point})
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + public
        data = self._data(flags | NEW_KEY) + attested
        said = {
            "clientDataJSON": b64(self._client("webauthn.create", options, **bent)),
            "attestationObject": b64(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            "transports": ["internal"],
        }
        return self._credential(said)

    def get(self, options, *, flags=PRESENT | VERIFIED, **bent):
        self.counter += 1
        client, data = self._client("webauthn.get", options, **bent), self._data(flags)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        said = {"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature)}
        return self._credential(said | {"userHandle": None})

    def _credential(self, said):
        name = b64(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": said, "clientExtensionResults": {}}

    def _client(self, kind, options, **bent):
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(said | bent).encode()

    def _data(self, flags):
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4)
