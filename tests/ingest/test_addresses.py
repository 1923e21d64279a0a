"""Only public addresses may be reached."""

from ipaddress import ip_network

import pytest

from ingest.addresses import is_reachable


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "8.8.8.8", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:8.8.8.8"]
)
def test_public_addresses_may_be_reached(address: str) -> None:
    assert is_reachable(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.255.0.3",
        "0.0.0.0",  # noqa: S104
        "10.0.0.8",
        "172.16.9.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fd12::9",
        "ff02::1",
        "2001:db8::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::a00:1",
        "2002:7f00:1::",
        "2002:c0a8:101::1",
        "2001:0:7f00:1::1",
        "2001:0:808:808::3f57:fefe",
        "not an address",
        "",
    ],
)
def test_everything_else_may_not(address: str) -> None:
    assert not is_reachable(address)


def test_a_private_range_can_be_opened_and_metadata_stays_shut() -> None:
    opened = [ip_network("10.1.2.0/24"), ip_network("169.254.0.0/16")]
    assert is_reachable("10.1.2.3", private=opened)
    assert is_reachable("::ffff:10.1.2.3", private=opened)
    assert not is_reachable("10.1.3.3", private=opened)
    assert not is_reachable("169.254.169.254", private=opened)
