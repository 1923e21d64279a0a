"""Which network addresses may be reached: public ones, and what was opened on purpose."""

import ipaddress
from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Network = IPv4Network | IPv6Network

_CARRIER_NAT = ipaddress.ip_network("100.64.0.0/10")
_NAT64 = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48"))
_COMPATIBLE = ipaddress.ip_network("::/96")
# Metadata services of clouds live on link-local addresses: these stay shut even if a range is opened.
_NEVER = (ipaddress.ip_network("169.254.0.0/16"), ipaddress.ip_network("fe80::/10"))


def is_reachable(address: str, *, private: Sequence[Network] = ()) -> bool:
    """Say whether a resolved address may be connected to; `private` opens ranges that are not public.

    An IPv6 address that carries IPv4 addresses (mapped, compatible, 6to4, both of Teredo, NAT64) is as good as the
    worst of them: a router may deliver it there.
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return all(_is_open(form, private) for form in (parsed, *_embedded(parsed)))


def _is_open(address: IPv4Address | IPv6Address, private: Sequence[Network]) -> bool:
    if any(address in network for network in _NEVER):
        return False
    if any(address in network for network in private):
        return True
    if isinstance(address, IPv6Address) and any(True for _ in _embedded(address)):
        return not address.is_multicast  # judged by what it carries
    return address.is_global and not address.is_multicast and address not in _CARRIER_NAT


def _embedded(address: IPv4Address | IPv6Address) -> Iterator[IPv4Address]:
    if isinstance(address, IPv4Address):
        return
    if address.ipv4_mapped:
        yield address.ipv4_mapped
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo
    low = IPv4Address(int(address) & 0xFFFFFFFF)
    if any(address in network for network in _NAT64) or (address in _COMPATIBLE and int(address) > 1):
        yield low
