import { BlockList, isIPv6 } from 'node:net'

/** Networks that are no part of the public Internet (IANA special-purpose registries). */
const networks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/**
 * Of IPv6 only 2000::/3 is assigned to the Internet, which leaves out loopback, mapped, NAT64,
 * unique local, link-local and multicast addresses. What in it is special:
 */
const specialV6 = [
  // Teredo, ORCHID, benchmarks and others.
  '2001::/23',
  '2001:db8::/32',
  // 6to4 contains an IPv4 address.
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]

function listOf(subnets: string[], family: 'ipv4' | 'ipv6') {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', bits] = subnet.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

const blockedV4 = listOf(networks, 'ipv4')
const blockedV6 = listOf(specialV6, 'ipv6')
const internetV6 = listOf(['2000::/3'], 'ipv6')

/** Whether an IP address is on the public Internet, and not inside a company or this machine. */
export const isPublic = (address: string) =>
  isIPv6(address)
    ? internetV6.check(address, 'ipv6') && !blockedV6.check(address, 'ipv6')
    : !blockedV4.check(address, 'ipv4')
