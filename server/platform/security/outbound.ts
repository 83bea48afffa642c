import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4 } from 'node:net'

/** The addresses of a host. */
export type Resolve = (host: string) => Promise<string[]>

export const resolveHost: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** Networks inside of a plant, and networks that are no destination: RFC 6890 and its successors. */
const inside = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** The only public range of IPv6, and its ranges for addresses of other kinds (Teredo, 6to4) and for examples. */
const PUBLIC_IPV6 = '2000::/3'
const insideIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', length] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    list.addSubnet(address, Number(length ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list
}

const private4 = blockListOf(inside)
const private6 = blockListOf(insideIpv6)
const public6 = blockListOf([PUBLIC_IPV6])

/** An IPv4 address in IPv6 notation: `::ffff:10.0.0.1`, also with hexadecimal groups. */
function plain(address: string): string {
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return address
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(written) ?? []
  if (high === undefined || low === undefined) return written
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [first >> 8, first & 255, second >> 8, second & 255].join('.')
}

/** True if connections to an address are allowed: it is public, or in an allowed network. */
export function isReachable(address: string, allowed: readonly string[]): boolean {
  const own = plain(address)
  if (!isIP(own)) return false
  const family = isIPv4(own) ? 'ipv4' : 'ipv6'
  if (blockListOf(allowed).check(own, family)) return true
  if (family === 'ipv4') return !private4.check(own, family)
  return public6.check(own, family) && !private6.check(own, family)
}

/**
 * The address for a connection, resolved once: the connection uses it, whatever the host resolves to later. Undefined
 * if one of its addresses is not allowed, so that the choice does not depend on chance.
 * @throws the resolver's error for an unknown host
 */
export async function pinnedAddress(
  host: string,
  allowed: readonly string[],
  resolve: Resolve,
): Promise<string | undefined> {
  const literal = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(literal) ? [literal] : await resolve(host)
  if (!addresses.every((address) => isReachable(address, allowed))) return undefined
  return addresses.find((address) => isIPv4(address)) ?? addresses[0] // few networks lack IPv4, many IPv6
}
