/** Spellings of addresses that must not be requested, by what they try. */
export const REFUSED_URLS: Record<string, string[]> = {
  loopback: [
    ...['http://127.0.0.1/', 'http://127.1/', 'http://127.0.1/', 'http://2130706433/', 'http://0x7f000001/', 'http://0x7f.1/'],
    ...['http://0177.0.0.1/', 'http://017700000001/', 'http://127.0.0.1./', 'http://0/', 'http://0.0.0.0/', 'http://127.255.255.254/'],
    ...['http://１２７.０.０.１/', 'http://①②⑦.⓪.⓪.①/', 'http://127。0。0。1/', 'http://%31%32%37.0.0.1/', 'http://[::1]/', 'http://[::]/'],
  ],
  'IPv4 inside of IPv6': [
    ...['http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://[::127.0.0.1]/', 'http://[0:0:0:0:0:ffff:10.0.0.1]/'],
    ...['http://[64:ff9b::127.0.0.1]/', 'http://[64:ff9b:1::7f00:1]/', 'http://[2002:7f00:1::]/', 'http://[2001:0:7f00:1::]/'],
  ],
  'private networks': [
    ...['http://10.0.0.1/', 'http://172.16.0.1/', 'http://192.168.1.1/', 'http://100.64.0.1/', 'http://100.100.100.200/'],
    ...['http://[fc00::1]/', 'http://[fd00:ec2::254]/', 'http://[fe80::1]/', 'http://[fe80::1%25eth0]/', 'http://[fec0::1]/'],
  ],
  metadata: [
    ...['http://169.254.169.254/latest/meta-data/', 'http://169.254.169.254./', 'http://0xa9fea9fe/', 'http://2852039166/'],
    ...['http://169.16689662/', 'http://metadata.google.internal/', 'http://metadata.google.internal./', 'http://metadata/'],
    'http://168.63.129.16/',
  ],
  'public addresses without a name': ['http://93.184.215.14/', 'http://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', 'http://1.1/'],
  'special names': [
    ...['http://localhost/', 'http://LOCALHOST/', 'http://localhost./', 'http://localhost../', 'http://x.localhost/', 'http://ⓛocalhost/'],
    ...['http://printer.local/', 'http://router.lan/', 'http://nas.home.arpa/', 'http://db.corp/', 'http://x.test/', 'http://intranet/'],
    ...['http://api.svc.cluster.local/', 'http://x.onion/', 'http://1.0.0.127.in-addr.arpa/', 'http://warren.example/', 'http://com./'],
  ],
  schemes: [
    ...[
      'file:///etc/passwd',
      'ftp://news.com/',
      'gopher://news.com/',
      'data:text/html,x',
      'javascript:alert(1)',
      'blob:https://news.com/x',
    ],
    ...['ws://news.com/', 'about:blank', 'view-source:https://news.com/', 'jar:https://news.com!/'],
  ],
  ports: ['http://news.com:8080/', 'https://news.com:80/', 'http://news.com:443/', 'http://news.com:22/', 'http://news.com:0/'],
  'users and passwords': ['https://user@news.com/', 'https://user:pass@news.com/', 'https://news.com@127.0.0.1/', 'https://:x@news.com/'],
  'our own hosts': ['https://warren.test.com/', 'https://WARREN.test.com./api', 'https://www.warren.test.com/'],
  'no addresses': [
    '',
    ' ',
    'http://',
    'http:///',
    'https://-x.com/',
    'https://x..com/',
    `https://${'a'.repeat(64)}.com/`,
    'https://x.com%00.y/',
  ],
}
