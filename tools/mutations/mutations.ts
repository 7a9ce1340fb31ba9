/** A deliberate mistake: `find`, which occurs once in `file`, is replaced by `replace`. */
export interface Mutation {
  file: string
  find: string
  replace: string
}

const contract = (find: string, replace: string): Mutation => ({ file: 'contracts/src/OrderBook.sol', find, replace })
const machine = (find: string, replace: string): Mutation => ({ file: 'workers/orders/orders.schema.ts', find, replace })

/** The beginning of a private function, up to its check of the sender. */
const OF_BUYER =
  '_ofBuyer(uint256 orderId) private view returns (Record storage order, Status status) {\n' +
  '        order = _records[orderId];\n        status = order.status;\n        '

/** Mistakes in who may do what with an order, when, and who is then paid how much. Each must be caught by a test. */
export const MUTATIONS: readonly Mutation[] = [
  contract(
    'if (status != Status.Proposed) revert WrongStatus(orderId, status);\n        _enter(order, Status.Accepted);',
    'if (status == Status.Rejected) revert WrongStatus(orderId, status);\n        _enter(order, Status.Accepted);',
  ),
  contract('if (status != Status.Proposed && status != Status.Accepted) revert', 'if (status != Status.Proposed) revert'),
  contract('_checkPast(orderId, _lastSecondToDeliver(order));', '_checkPast(orderId, _lastSecondToDeliver(order) - 1);'),
  contract(
    'if (status != Status.Accepted) revert WrongStatus(orderId, status);\n        _enter(order, Status.Delivered);',
    'if (status != Status.Accepted && status != Status.Delivered) revert WrongStatus(orderId, status);\n' +
      '        _enter(order, Status.Delivered);',
  ),
  contract(
    '_complete(orderId, order, 0, order.feeBps);\n    }\n\n    /// @notice Anybody releases',
    '_complete(orderId, order, 0, 0);\n    }\n\n    /// @notice Anybody releases',
  ),
  contract('_checkPast(orderId, uint256(order.since) + CLAIM_AFTER);', '_checkPast(orderId, uint256(order.since));'),
  contract('_checkRefund(orderId, amount, 1, Split.WHOLE);', '_checkRefund(orderId, amount, 0, Split.WHOLE);'),
  contract('dispute.counterBps, uint256(dispute.bps) - 1);', 'dispute.counterBps, uint256(dispute.bps) + 1);'),
  contract('first ? 0 : uint256(dispute.counterBps) + 1,', 'first ? 0 : uint256(dispute.counterBps),'),
  contract('if (amount != expectedAmount) revert UnexpectedRefund(orderId, expectedAmount, amount);', ''),
  contract('if (_concerns(order, msg.sender)) revert PartyCannotResolve(orderId, msg.sender);', ''),
  contract('_checkPast(orderId, dispute.openedAt + ANSWER_WINDOW);', '_checkPast(orderId, dispute.openedAt);'),
  contract('uint256 other = dispute.counteredAt == 0 ? bps : dispute.counterBps;', 'uint256 other = dispute.counterBps;'),
  contract(`${OF_BUYER}if (msg.sender != order.buyer)`, `${OF_BUYER}if (msg.sender != order.buyer && msg.sender != order.seller)`),
  machine("buyer: { cancel: 'late' }", "buyer: { cancel: 'always' }"),
  machine("seller: { accept: 'always', reject: 'always' }", "seller: { accept: 'always' }"),
  machine("stranger: { release: 'unanswered' }", 'stranger: {}'),
  machine('order.statusAt + RELEASE_AFTER + 1', 'order.statusAt + RELEASE_AFTER'),
  machine("counter: 'answering'", "counter: 'always'"),
  machine('const fee = (part * BigInt(feeBps)) / 10_000n', 'const fee = (price * BigInt(feeBps)) / 10_000n'),
]
