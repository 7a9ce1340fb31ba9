// Generated from contracts/src/test/TestWallet.sol by npm run contracts:build.
export const testWalletAbi = [
  {"type":"constructor","inputs":[{"name":"owner_","type":"address"}],"stateMutability":"nonpayable"},
  {"type":"receive","stateMutability":"payable"},
  {"type":"function","name":"execute","inputs":[{"name":"calls","type":"tuple[]","components":[{"name":"target","type":"address"},{"name":"value","type":"uint256"},{"name":"data","type":"bytes"}]}],"outputs":[],"stateMutability":"nonpayable"},
  {"type":"function","name":"isValidSignature","inputs":[{"name":"hash","type":"bytes32"},{"name":"signature","type":"bytes"}],"outputs":[{"name":"","type":"bytes4"}],"stateMutability":"view"},
  {"type":"function","name":"owner","inputs":[],"outputs":[{"name":"","type":"address"}],"stateMutability":"view"},
  {"type":"error","name":"FailedCall","inputs":[]},
  {"type":"error","name":"NotOwner","inputs":[{"name":"sender","type":"address"}]},
] as const
