/**
 * Networks without public hosts. IPv4: the IANA IPv4 Special-Purpose Address Registry (whole, also what it calls globally reachable:
 * anycast infrastructure of the network, no destination), multicast (RFC 5771), class E (RFC 1112) and the address at which one cloud
 * serves secrets to its machines outside of the link-local range. IPv6: only 2000::/3 is allocated (IANA IPv6 Address Space); special
 * networks within it are listed, the rest of the space is denied without being listed.
 */
export const SPECIAL_IPV4 = [
  ['0.0.0.0/8', 'this_network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'cloud_platform'],
  ['169.254.0.0/16', 'link_local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol_assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'as112'],
  ['192.52.193.0/24', 'multicast_relay'],
  ['192.88.99.0/24', 'transition_relay'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'as112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
] as const;

/** The only IPv6 space in which public addresses are (RFC 4291, 2.4). */
export const GLOBAL_UNICAST_IPV6 = '2000::/3';

export const SPECIAL_IPV6 = [
  // Teredo, ORCHID, benchmarking, AMT and AS112 among others (RFC 2928).
  ['2001::/23', 'protocol_assignments'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', 'transition_relay'],
  ['2620:4f:8000::/48', 'as112'],
  ['3ffe::/16', 'reserved'],
  ['3fff::/20', 'documentation'],
] as const;

/** Names for well-known networks within the denied space; longest prefix first. */
export const NAMED_OUTSIDE_GLOBAL = [
  ['::1/128', 'loopback'],
  ['::/128', 'this_network'],
  ['::ffff:0:0/96', 'ipv4_inside'],
  ['::ffff:0:0:0/96', 'ipv4_inside'],
  ['::/96', 'ipv4_inside'],
  ['64:ff9b::/96', 'ipv4_inside'],
  ['64:ff9b:1::/48', 'ipv4_inside'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link_local'],
  ['fec0::/10', 'private'],
  ['ff00::/8', 'multicast'],
] as const;
