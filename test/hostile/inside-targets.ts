import { existsSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';

const CASES = resolve('../shared/corpora/ssrf/ssrf-cases.json');

/** Whether the set of third-party cases is here. */
export const hasCases = existsSync(CASES);

/** IANA's special-purpose registries and metadata services, written down a second time: the guard is not asked. */
const INSIDE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  INSIDE.addSubnet(network, bits);

/** Beyond 2000::/3 nothing is public, whatever it embeds; these lie within it. */
const SPECIAL_V6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL_V6.addSubnet(network, bits, 'ipv6');

const isInside = (address: string): boolean =>
  isIP(address) === 4 ? INSIDE.check(address) : !/^[23]/.test(address) || SPECIAL_V6.check(address, 'ipv6');

/** H-A1 to H-A5: spellings of inside addresses, metadata services, schemes, tricks with users, internal names. */
const WRITTEN_DOWN = [
  ...[
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '256',
    '127.0.0.1.',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '１２７.0.0.1',
    '[::]',
    '[::1]',
    '[::ffff:7f00:1]',
    '[::ffff:127.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::80ff:fffe]',
    '[::ffff:0:7f00:1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[ff02::1]',
    '169.254.169.254',
    '[fd00:ec2::254]',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '0xa9fea9fe',
    '[::ffff:a9fe:a9fe]',
    'metadata.google.internal',
    'metadata',
    'LOCALHOST.',
    'localhost',
    'foo.localhost',
    'ip6-localhost',
    'intranet',
    'printer.local',
    'db.internal',
    'router.home.arpa',
    'x.test',
    'x.invalid',
    'x.onion',
    'kubernetes.default.svc.cluster.local',
    '1.0.0.127.in-addr.arpa',
    '127.0.0.1.evil.example',
    'evil.example',
  ].map((host) => `http://${host}/x.pdf`),
  'https://127.0.0.1/x.pdf',
  'https://[::1]/x.pdf',
  'https://10.0.0.1/x.pdf',
  'http://127.0.0.1:6379/',
  'http://127.0.0.1:80/',
  'http://[::1]:443/',
  'http://elsewhere.example:22/',
  'https://elsewhere.example:8443/',
  '//169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  'file://127.0.0.1/etc/passwd',
  'unix:/var/run/docker.sock:/x',
  'gopher://127.0.0.1:6379/_INFO',
  'ftp://127.0.0.1/x.pdf',
  'dict://127.0.0.1:11211/stats',
  'ldap://127.0.0.1/',
  'data:application/pdf,x',
  'javascript:alert(1)',
  'blob:http://127.0.0.1/x',
  'jar:http://127.0.0.1!/',
  'http://good.example\\@169.254.169.254/',
  'http://good.example@169.254.169.254/',
  'http://a@b@127.0.0.1/',
  'http://user:password@127.0.0.1/',
  'http://good.example#@127.0.0.1/',
  'http://127.0.0.1%2f@good.example/',
  'http:127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  'http:///127.0.0.1/',
  'http://%31%32%37.0.0.1/',
  'http://127.0.0.1%00.good.example/',
  'http://good.example:80@127.0.0.1:80/',
  ' http://127.0.0.1/',
  'http://127.0.0.1\t/',
  'hTTp://LOCALHOST/',
  'http://[::1%25lo]/',
  'http://[0:0:0:0:0:ffff:127.0.0.1]/',
  'http://127.0.0.1:0/',
  'http://0.0.0.0/',
  'http://0000::1/',
];

interface Case {
  readonly host?: string;
  readonly url?: string;
  readonly upstream: 'private' | 'public' | 'canon';
}

const urlOfCase = ({ host = '', url }: Case): string =>
  url ?? `http://${host.includes(':') ? `[${host}]` : host}/x.pdf`;

/** What the cases call public may be asked in life; here no address outside is dialled. */
const leadsOutside = (text: string): boolean => {
  const host =
    URL.parse(text)
      ?.hostname.replace(/^\[|\]$/g, '')
      .replace(/[.]$/, '') ?? '';
  return isIP(host) !== 0 && !isInside(host);
};

/** Every URL that must not be asked: of the third-party cases, and written down here. */
export function insideUrls(): readonly string[] {
  const cases = hasCases ? (JSON.parse(readFileSync(CASES, 'utf8')) as readonly Case[]) : [];
  return [...new Set([...cases.map(urlOfCase), ...WRITTEN_DOWN])].filter((url) => !leadsOutside(url));
}

/** The addresses among them, as a name server would give them. */
export function insideAddresses(): readonly string[] {
  const hosts = insideUrls().map(
    (url) =>
      URL.parse(url)
        ?.hostname.replace(/^\[|\]$/g, '')
        .replace(/[.]$/, '') ?? '',
  );
  return [...new Set([...hosts, '::ffff:127.0.0.1', '::ffff:10.0.0.1', 'fe80::1%lo'])].filter(
    (host) => isIP(host) !== 0,
  );
}
