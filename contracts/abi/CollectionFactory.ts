// Generated from contracts/src/CollectionFactory.sol by npm run contracts:build.
export const collectionFactoryAbi = [
  {"type":"constructor","inputs":[{"name":"platform","type":"address"}],"stateMutability":"nonpayable"},
  {"type":"function","name":"IMPLEMENTATION","inputs":[],"outputs":[{"name":"","type":"address"}],"stateMutability":"view"},
  {"type":"function","name":"PLATFORM","inputs":[],"outputs":[{"name":"","type":"address"}],"stateMutability":"view"},
  {"type":"function","name":"collectionAddress","inputs":[{"name":"creator","type":"address"},{"name":"salt","type":"bytes32"}],"outputs":[{"name":"","type":"address"}],"stateMutability":"view"},
  {"type":"function","name":"createCollection","inputs":[{"name":"terms","type":"tuple","components":[{"name":"name","type":"string"},{"name":"symbol","type":"string"},{"name":"description","type":"string"},{"name":"image","type":"string"},{"name":"banner","type":"string"},{"name":"externalLink","type":"string"},{"name":"royaltyRecipient","type":"address"},{"name":"royaltyBps","type":"uint256"}]},{"name":"salt","type":"bytes32"}],"outputs":[{"name":"collection","type":"address"}],"stateMutability":"nonpayable"},
  {"type":"function","name":"isCollection","inputs":[{"name":"account","type":"address"}],"outputs":[{"name":"","type":"bool"}],"stateMutability":"view"},
  {"type":"event","name":"CollectionCreated","inputs":[{"name":"collection","type":"address","indexed":true},{"name":"creator","type":"address","indexed":true},{"name":"salt","type":"bytes32","indexed":false},{"name":"terms","type":"tuple","indexed":false,"components":[{"name":"name","type":"string"},{"name":"symbol","type":"string"},{"name":"description","type":"string"},{"name":"image","type":"string"},{"name":"banner","type":"string"},{"name":"externalLink","type":"string"},{"name":"royaltyRecipient","type":"address"},{"name":"royaltyBps","type":"uint256"}]},{"name":"feeBps","type":"uint256","indexed":false}],"anonymous":false},
  {"type":"error","name":"AlreadyCreated","inputs":[{"name":"collection","type":"address"}]},
  {"type":"error","name":"CloneArgumentsTooLong","inputs":[]},
  {"type":"error","name":"Create2EmptyBytecode","inputs":[]},
  {"type":"error","name":"FailedDeployment","inputs":[]},
  {"type":"error","name":"InsufficientBalance","inputs":[{"name":"balance","type":"uint256"},{"name":"needed","type":"uint256"}]},
  {"type":"error","name":"NotCreator","inputs":[{"name":"account","type":"address"}]},
] as const
