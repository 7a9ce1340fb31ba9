// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Settings} from "./Settings.sol";
import {Split} from "./Split.sol";

/// @title OrderBook
/// @notice An escrow for work between a buyer and a seller. The buyer's payment is held from `newOrder` until the order ends, and then is
/// paid out completely. It goes to the seller less the fee fixed when the order was made, back to the buyer, or to both. It is split as the
/// two agreed, as an arbitrator decided, or as the rule for stale disputes says. The contract is not upgradeable. Only one function of
/// owner and admins moves a deposit: `resolveDispute`, which splits it between the two parties. README.md has the state machine.
///
///   Proposed  -> Accepted (seller), Rejected (seller), Cancelled (buyer)
///   Accepted  -> Delivered (seller), Rejected (seller), Cancelled (buyer, once the work is late)
///   Delivered -> Completed (buyer, or anybody 14 days later), Disputed (buyer)
///   Disputed  -> Completed (the two by agreeing; an admin once the seller answered or 72 hours passed, for 60 days; then anybody, by rule)
///   Cancelled, Rejected, Completed: final
///
/// Times are Unix seconds; amounts are in the token's smallest unit; fees, asks and offers are in basis points; the native coin is the zero
/// address. A period includes its last second: an action that must wait for the end of a period is possible one second later.
contract OrderBook is Settings {
    enum Status {
        Proposed,
        Accepted,
        Cancelled,
        Rejected,
        Delivered,
        Completed,
        Disputed
    }

    /// @notice An order as returned by `getOrder`. `deliveryTimestamp` is when the order entered its current status; `delivery` is in days.
    struct Order {
        uint256 orderId;
        address buyer;
        address seller;
        uint256 productId;
        uint256 price;
        address token;
        Status status;
        uint256 deliveryTimestamp;
        uint256 delivery;
        uint256 feeBps;
        uint256 arbitrationFeeBps;
    }

    /// @dev A stored order: two slots, every bit used.
    struct Record {
        address buyer;
        uint80 price;
        uint16 feeBps;
        // second slot
        address seller;
        uint32 productId;
        uint32 since;
        uint16 delivery;
        Status status;
        uint8 tokenIndex;
    }

    /// @notice The terms of an order, which `newOrder` takes as separate arguments. `maxFees` holds the maximum fees in basis points: the
    /// platform fee in the upper 16 bits, the arbitration fee in the lower 16.
    struct Terms {
        address seller;
        uint256 productId;
        uint256 delivery;
        uint256 price;
        address token;
        bytes32 ref;
        uint64 validUntil;
        uint32 maxFees;
    }

    /// @notice A dispute as returned by `getDispute`: the refund the buyer asks for and the one the seller offers, in basis points of the
    /// price. `counterTimestamp` is when the seller first countered, 0 while `countered` is false. `settleableAfter` is the last second in
    /// which `settleStaleDispute` still reverts, given the current state. `status` is the order's.
    struct Dispute {
        uint256 orderId;
        uint256 amount;
        uint256 counterAmount;
        bool countered;
        uint256 disputeTimestamp;
        uint256 counterTimestamp;
        uint256 arbitrationFeeBps;
        uint256 settleableAfter;
        Status status;
    }

    /// @dev A stored dispute: one slot. `counteredAt` and the seller's offer are 0 until the seller first counters.
    struct DisputeRecord {
        uint16 bps;
        uint16 counterBps;
        uint64 openedAt;
        uint64 counteredAt;
        uint16 arbitrationFeeBps;
    }

    uint256 public constant MAX_DELIVERY_DAYS = 365;
    /// @notice The time after the last day of delivery in which the seller may still deliver before the buyer may cancel.
    uint256 public constant LATE_GRACE = 2 days;
    /// @notice The time after delivery in which only the buyer may complete or dispute, before anybody may release the payment.
    uint256 public constant CLAIM_AFTER = 14 days;
    /// @notice The time the seller has to answer a dispute, and the time from the first counter in which the parties may agree or an admin
    /// may decide, before anybody may settle it.
    uint256 public constant DISPUTE_WINDOW = 60 days;
    /// @notice The time the seller has to answer before an admin may decide a dispute without an answer.
    uint256 public constant ANSWER_WINDOW = 72 hours;

    mapping(uint256 orderId => Record) private _records;
    mapping(uint256 orderId => DisputeRecord) private _disputes;

    event NewOrder(
        uint256 indexed orderId,
        address indexed buyer,
        address indexed seller,
        uint256 productId,
        uint256 price,
        address token,
        uint256 delivery,
        uint256 feeBps,
        uint256 arbitrationFeeBps,
        bytes32 ref,
        uint256 validUntil
    );
    event AcceptOrder(uint256 indexed orderId);
    event DeliverOrder(uint256 indexed orderId);
    /// @notice The deposit was split; the three amounts add up to the price. `paid` is false if at least one of them could not be pushed:
    /// the `Owed` and `FeeOwed` events just before report which.
    event CompleteOrder(uint256 indexed orderId, uint256 toBuyer, uint256 toSeller, uint256 toTreasury, bool paid);
    event CancelOrder(uint256 indexed orderId, uint256 toBuyer, bool paid);
    event RejectOrder(uint256 indexed orderId, uint256 toBuyer, bool paid);
    /// @notice `by` released an order more than 14 days after its delivery; CompleteOrder follows.
    event ClaimDelivered(uint256 indexed orderId, address indexed by);
    /// @notice The buyer asks for a refund of `amount`, in basis points of the price.
    event DisputeOrder(uint256 indexed orderId, uint256 amount);
    /// @notice The buyer lowers the ask.
    event UpdateDispute(uint256 indexed orderId, uint256 amount);
    /// @notice The seller offers a refund of `amount`, in basis points of the price.
    event CounterDispute(uint256 indexed orderId, uint256 amount);
    /// @notice Both sides agree on `amount`: the seller accepted the buyer's ask or, if UpdateDispute comes just before, the buyer lowered
    /// the ask to the seller's offer. CompleteOrder follows.
    event AcceptDispute(uint256 indexed orderId, uint256 amount);
    /// @notice The admin `by` decided on a refund, in the token's smallest unit; CompleteOrder follows and includes the arbitration fee.
    event ResolveDispute(uint256 indexed orderId, address indexed by, uint256 refundAmount, uint256 arbitrationFeeBps);
    /// @notice `by` settled a stale dispute; CompleteOrder follows.
    event SettleStaleDispute(uint256 indexed orderId, address indexed by, uint256 refundAmount);

    error UnknownOrder(uint256 orderId);
    error WrongStatus(uint256 orderId, Status status);
    error NotBuyer(uint256 orderId, address caller);
    error NotSeller(uint256 orderId, address caller);
    /// @notice The action is possible from `opensAt`.
    error TooEarly(uint256 orderId, uint256 opensAt);
    /// @notice The action was possible until `closedAfter`.
    error TooLate(uint256 orderId, uint256 closedAfter);
    error NeverDisputed(uint256 orderId);
    /// @notice A refund in basis points must be from `least` to `most`.
    error RefundOutOfBounds(uint256 orderId, uint256 refund, uint256 least, uint256 most);
    /// @notice An admin's decision must be from the seller's offer to the buyer's ask, in the token's smallest unit.
    error DecisionOutOfBounds(uint256 orderId, uint256 refundAmount, uint256 offered, uint256 asked);
    error UnexpectedRefund(uint256 orderId, uint256 expected, uint256 asked);
    error PartyCannotResolve(uint256 orderId, address caller);
    error Paused();
    error QuoteExpired(uint256 validUntil);
    /// @notice A fee exceeds the buyer's maximum. All values are in basis points.
    error FeesRaised(uint256 feeBps, uint256 maxFeeBps, uint256 arbitrationFeeBps, uint256 maxArbitrationFeeBps);
    error InvalidSeller(address seller);
    error PriceOutOfBounds(uint256 price);
    error ProductIdOutOfBounds(uint256 productId);
    error DeliveryOutOfBounds(uint256 delivery);
    error TimestampOutOfBounds(uint256 timestamp);

    constructor(address owner, uint256 feeBps, address treasury) Settings(owner, feeBps, treasury) {}

    // ---- Orders without a dispute

    /// @notice The buyer proposes an order and deposits its price: as value in the native coin, or from the caller's allowance.
    /// @param productId The product ordered, up to 2^32 - 1.
    /// @param delivery Days the seller has after accepting, 1 to 365.
    /// @param price Up to 2^80 - 1 of the token's smallest unit.
    /// @return orderId The number of orders made so far, including this one.
    function newOrder(address seller, uint256 productId, uint256 delivery, uint256 price, address token)
        external
        payable
        returns (uint256 orderId)
    {
        return newOrder(seller, productId, delivery, price, token, bytes32(0), type(uint64).max, type(uint32).max);
    }

    /// @notice Proposes an order as above, but from a quote: `ref` identifies the quote and is emitted, so that the event log alone shows
    /// which quote the order belongs to. Reverts after the second `validUntil`, or if a fee exceeds `maxFees` (see `Terms`).
    function newOrder(
        address seller,
        uint256 productId,
        uint256 delivery,
        uint256 price,
        address token,
        bytes32 ref,
        uint64 validUntil,
        uint32 maxFees
    ) public payable nonReentrant returns (uint256 orderId) {
        // Assigned one by one: a struct literal needs too many stack slots when compiled without via-IR.
        Terms memory terms;
        terms.seller = seller;
        terms.productId = productId;
        terms.delivery = delivery;
        terms.price = price;
        terms.token = token;
        terms.ref = ref;
        terms.validUntil = validUntil;
        terms.maxFees = maxFees;
        orderId = _open(msg.sender, terms);
        _pull(token, msg.sender, price);
    }

    /// @notice Proposes an order from a quote for a buyer who sends no transaction. The buyer signs an ERC-3009 authorization of
    /// `terms.price` to this contract, with `validAfter` 0, `validBefore` `terms.validUntil + 1` and the nonce from
    /// `getAuthorizationNonce`. Anybody may submit the signature, and it is valid only for this one order. `signature` is 65 bytes r, s, v,
    /// or any signature the buyer's ERC-1271 wallet accepts.
    function newOrderWithAuthorization(address buyer, Terms memory terms, bytes calldata signature)
        external
        nonReentrant
        returns (uint256 orderId)
    {
        if (terms.token == NATIVE) revert TokenNotPayable(NATIVE);
        orderId = _open(buyer, terms);
        uint256 validBefore = uint256(terms.validUntil) + 1;
        _pullAuthorized(terms.token, buyer, terms.price, validBefore, getAuthorizationNonce(buyer, terms), signature);
    }

    /// @notice Proposes an order from a quote for a buyer who sends this one transaction and no approval. `signature` is the caller's
    /// EIP-2612 permit for `terms.price` to this contract until `deadline`: 65 bytes r, s, v, or any signature the caller's ERC-1271 wallet
    /// accepts. The order is made even if another account has submitted the permit before.
    function newOrderWithPermit(Terms memory terms, uint256 deadline, bytes calldata signature)
        external
        nonReentrant
        returns (uint256 orderId)
    {
        if (terms.token == NATIVE) revert TokenNotPayable(NATIVE);
        orderId = _open(msg.sender, terms);
        _permit(terms.token, terms.price, deadline, signature);
        _pull(terms.token, msg.sender, terms.price);
    }

    /// @notice The seller accepts a proposed order; the delivery days start to count.
    function acceptOrder(uint256 orderId) external nonReentrant {
        (Record storage order, Status status) = _ofSeller(orderId);
        if (status != Status.Proposed) revert WrongStatus(orderId, status);
        _enter(order, Status.Accepted);
        emit AcceptOrder(orderId);
    }

    /// @notice The seller rejects a proposed or accepted order. The buyer receives the whole price.
    function rejectOrder(uint256 orderId) external nonReentrant {
        (Record storage order, Status status) = _ofSeller(orderId);
        if (status != Status.Proposed && status != Status.Accepted) revert WrongStatus(orderId, status);
        _enter(order, Status.Rejected);
        emit RejectOrder(orderId, order.price, _pay(orderId, _tokenOf(order), order.buyer, order.price));
    }

    /// @notice The buyer cancels a proposed order at any time, or an accepted one that is late: not delivered by the end of the second
    /// `cancellableAfter`. The buyer receives the whole price.
    function cancelOrder(uint256 orderId) external nonReentrant {
        (Record storage order, Status status) = _ofBuyer(orderId);
        if (status == Status.Accepted) {
            _checkPast(orderId, _lastSecondToDeliver(order));
        } else if (status != Status.Proposed) {
            revert WrongStatus(orderId, status);
        }
        _enter(order, Status.Cancelled);
        emit CancelOrder(orderId, order.price, _pay(orderId, _tokenOf(order), order.buyer, order.price));
    }

    /// @notice The seller marks the work as delivered. Late delivery is possible until the buyer cancels.
    function deliverOrder(uint256 orderId) external nonReentrant {
        (Record storage order, Status status) = _ofSeller(orderId);
        if (status != Status.Accepted) revert WrongStatus(orderId, status);
        _enter(order, Status.Delivered);
        emit DeliverOrder(orderId);
    }

    /// @notice The buyer confirms the delivery; the seller is paid, less the fee.
    function completeOrder(uint256 orderId) external nonReentrant {
        (Record storage order, Status status) = _ofBuyer(orderId);
        if (status != Status.Delivered) revert WrongStatus(orderId, status);
        _complete(orderId, order, 0, order.feeBps);
    }

    /// @notice Anybody releases a delivered order that the buyer has not answered for 14 days; the seller is paid, less the fee.
    function claimDelivered(uint256 orderId) external nonReentrant {
        Record storage order = _known(orderId);
        if (order.status != Status.Delivered) revert WrongStatus(orderId, order.status);
        _checkPast(orderId, uint256(order.since) + CLAIM_AFTER);
        emit ClaimDelivered(orderId, msg.sender);
        _complete(orderId, order, 0, order.feeBps);
    }

    // ---- Disputes: the ask can only be lowered and the offer only raised, until both are equal, an admin decides, or the time is over

    /// @notice The buyer of a delivered order asks for a refund.
    /// @param amount Basis points of the price, 1 to 10,000.
    function disputeOrder(uint256 orderId, uint256 amount) external nonReentrant {
        (Record storage order, Status status) = _ofBuyer(orderId);
        if (status != Status.Delivered) revert WrongStatus(orderId, status);
        _checkRefund(orderId, amount, 1, Split.WHOLE);
        _enter(order, Status.Disputed);
        DisputeRecord storage dispute = _disputes[orderId];
        // forge-lint: disable-next-line(unsafe-typecast) at most 10,000
        dispute.bps = uint16(amount);
        dispute.openedAt = uint64(block.timestamp);
        // forge-lint: disable-next-line(unsafe-typecast) at most MAX_FEE_BPS
        dispute.arbitrationFeeBps = uint16(_arbitrationFeeOf(orderId, order.feeBps));
        emit DisputeOrder(orderId, amount);
    }

    /// @notice The buyer lowers the ask, at most down to the seller's offer, which is 0 before a counter. Asking for exactly the offer is
    /// an agreement and ends the dispute at once. Deadlines do not change.
    function updateDispute(uint256 orderId, uint256 amount) external nonReentrant {
        (Record storage order, Status status) = _ofBuyer(orderId);
        DisputeRecord storage dispute = _disputed(orderId, status);
        _checkRefund(orderId, amount, dispute.counterBps, uint256(dispute.bps) - 1);
        // forge-lint: disable-next-line(unsafe-typecast) at most 10,000
        dispute.bps = uint16(amount);
        emit UpdateDispute(orderId, amount);
        if (amount == dispute.counterBps) _agree(orderId, order, amount);
    }

    /// @notice The seller offers a refund, below the buyer's ask and each time higher than before: otherwise the seller could lower the
    /// midpoint in the last second. The first offer must come within 60 days after the dispute was opened, and starts 60 new days.
    /// @param amount Basis points of the price, 0 to 9,999.
    function counterDispute(uint256 orderId, uint256 amount) external nonReentrant {
        (Record storage order, Status status) = _ofSeller(orderId);
        DisputeRecord storage dispute = _disputed(orderId, status);
        bool first = dispute.counteredAt == 0;
        _checkRefund(orderId, amount, first ? 0 : uint256(dispute.counterBps) + 1, uint256(dispute.bps) - 1);
        if (first) {
            _checkNotPast(orderId, _lastSecondToAgree(dispute));
            dispute.counteredAt = uint64(block.timestamp);
        }
        // forge-lint: disable-next-line(unsafe-typecast) at most 10,000
        dispute.counterBps = uint16(amount);
        emit CounterDispute(orderId, amount);
    }

    /// @notice The seller accepts the buyer's ask.
    /// @param expectedAmount The ask in basis points, so that the seller cannot accept a changed ask.
    function acceptDispute(uint256 orderId, uint256 expectedAmount) external nonReentrant {
        (Record storage order, Status status) = _ofSeller(orderId);
        uint256 amount = _disputed(orderId, status).bps;
        if (amount != expectedAmount) revert UnexpectedRefund(orderId, expectedAmount, amount);
        _agree(orderId, order, amount);
    }

    /// @notice An admin who is not a party decides between offer and ask. The seller's part also bears the arbitration fee fixed for the
    /// order. Reverts until the seller has answered or ANSWER_WINDOW has passed. Reverts again once anybody may settle the dispute, so that
    /// the parties can rely on the rule from then on.
    /// @param refundAmount The buyer's refund in the token's smallest unit: from the seller's offer (0 before a counter) to the buyer's
    /// ask. Both bounds are included, and are rounded down as in an agreement.
    function resolveDispute(uint256 orderId, uint256 refundAmount) external onlyAdmin nonReentrant {
        Record storage order = _known(orderId);
        DisputeRecord storage dispute = _disputed(orderId, order.status);
        if (_concerns(order, msg.sender)) revert PartyCannotResolve(orderId, msg.sender);
        _checkNotPast(orderId, _lastSecondToAgree(dispute));
        if (dispute.counteredAt == 0) _checkPast(orderId, dispute.openedAt + ANSWER_WINDOW);
        uint256 price = order.price;
        (uint256 offered, uint256 asked) = (Split.shareOfPrice(price, dispute.counterBps), Split.shareOfPrice(price, dispute.bps));
        if (refundAmount < offered || refundAmount > asked) revert DecisionOutOfBounds(orderId, refundAmount, offered, asked);
        uint256 arbitrationFeeBps = dispute.arbitrationFeeBps;
        emit ResolveDispute(orderId, msg.sender, refundAmount, arbitrationFeeBps);
        _complete(orderId, order, refundAmount, order.feeBps + arbitrationFeeBps);
    }

    /// @notice Anybody ends a stale dispute: if never countered, 60 days after it was opened, at the buyer's ask; if countered, 60 days
    /// after the first counter, at the midpoint of ask and offer.
    function settleStaleDispute(uint256 orderId) external nonReentrant {
        Record storage order = _known(orderId);
        DisputeRecord storage dispute = _disputed(orderId, order.status);
        _checkPast(orderId, _lastSecondToAgree(dispute));
        uint256 bps = dispute.bps;
        uint256 other = dispute.counteredAt == 0 ? bps : dispute.counterBps;
        uint256 refundAmount = Split.middle(order.price, bps, other);
        emit SettleStaleDispute(orderId, msg.sender, refundAmount);
        _complete(orderId, order, refundAmount, order.feeBps);
    }

    // ---- Reading

    /// @notice The nonce that binds an ERC-3009 authorization of `buyer` to these terms, this contract and this chain.
    function getAuthorizationNonce(address buyer, Terms memory terms) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), buyer, terms));
    }

    /// @notice The dispute of an order, also after its end; reverts with NeverDisputed if there was none.
    function getDispute(uint256 orderId) external view returns (Dispute memory) {
        Record storage order = _known(orderId);
        DisputeRecord storage dispute = _disputes[orderId];
        if (dispute.openedAt == 0) revert NeverDisputed(orderId);
        return Dispute({
            orderId: orderId,
            amount: dispute.bps,
            counterAmount: dispute.counterBps,
            countered: dispute.counteredAt != 0,
            disputeTimestamp: dispute.openedAt,
            counterTimestamp: dispute.counteredAt,
            arbitrationFeeBps: dispute.arbitrationFeeBps,
            settleableAfter: _lastSecondToAgree(dispute),
            status: order.status
        });
    }

    function getOrder(uint256 orderId) external view returns (Order memory) {
        return _read(orderId, _known(orderId));
    }

    /// @notice Orders in which `who` is buyer or seller, newest first. There are no lists per account on chain, because they would make an
    /// order 50 % more expensive. This function goes through the order ids instead, so `scan` limits the cost of a page.
    /// @param from The order to start at, going down; 0 starts at the newest.
    /// @param scan The number of orders to scan.
    /// @return orders The scanned orders of `who`.
    /// @return next The start of the next page; 0 if there is none.
    function fetchMyOrders(address who, uint256 from, uint256 scan) external view returns (Order[] memory orders, uint256 next) {
        uint256 last = _config.lastOrderId;
        if (from == 0 || from > last) from = last;
        next = from > scan ? from - scan : 0;
        uint256 found;
        for (uint256 id = from; id > next; --id) {
            if (_concerns(_records[id], who)) ++found;
        }
        orders = new Order[](found);
        found = 0;
        for (uint256 id = from; id > next; --id) {
            if (_concerns(_records[id], who)) orders[found++] = _read(id, _records[id]);
        }
    }

    /// @notice The number of orders, which is also the id of the newest.
    function orderIdCounter() external view returns (uint256) {
        return _config.lastOrderId;
    }

    /// @notice The last second in which the buyer cannot yet cancel an accepted order.
    function cancellableAfter(uint256 orderId) external view returns (uint256) {
        Record storage order = _known(orderId);
        if (order.status != Status.Accepted) revert WrongStatus(orderId, order.status);
        return _lastSecondToDeliver(order);
    }

    // ---- Internal

    /// @dev Checks the terms and records a new order; the caller then takes in the payment, or reverts.
    function _open(address buyer, Terms memory terms) private returns (uint256 orderId) {
        Config storage config = _config;
        if (config.paused) revert Paused();
        _checkTerms(buyer, terms);
        PayableToken storage token = _payable[terms.token];
        if (!token.enabled) revert TokenNotPayable(terms.token);
        uint256 tokenIndex = token.index;
        CustomFee storage custom = _customFees[terms.seller];
        uint256 feeBps = custom.set ? custom.bps : config.feeBps;
        uint256 arbitrationFeeBps = _capped(config.arbitrationFeeBps, feeBps);
        _checkFees(terms.maxFees, feeBps, arbitrationFeeBps);

        uint48 last = config.lastOrderId + 1;
        config.lastOrderId = last;
        orderId = last;
        _write(
            _records[orderId],
            uint256(uint160(buyer)) | terms.price << 160 | feeBps << 240,
            uint256(uint160(terms.seller)) | terms.productId << 160 | block.timestamp << 192 | terms.delivery << 224 | tokenIndex << 248
        );
        _announce(orderId, buyer, terms, feeBps, arbitrationFeeBps);
    }

    function _checkTerms(address buyer, Terms memory terms) private view {
        // forge-lint: disable-next-line(block-timestamp) a second more or less does not matter for a quote
        if (block.timestamp > terms.validUntil) revert QuoteExpired(terms.validUntil);
        // forge-lint: disable-next-line(block-timestamp) a bound of the storage, not a deadline
        if (block.timestamp > type(uint32).max) revert TimestampOutOfBounds(block.timestamp);
        if (terms.seller == address(0) || terms.seller == buyer || terms.seller == address(this)) revert InvalidSeller(terms.seller);
        if (terms.productId > type(uint32).max) revert ProductIdOutOfBounds(terms.productId);
        if (terms.delivery == 0 || terms.delivery > MAX_DELIVERY_DAYS) revert DeliveryOutOfBounds(terms.delivery);
        if (terms.price == 0 || terms.price > type(uint80).max) revert PriceOutOfBounds(terms.price);
    }

    /// @dev Each fee has its own maximum: with one maximum for the sum, the platform fee, which is always due, could rise by as much as the
    /// arbitration fee, which may never be due, fell.
    function _checkFees(uint256 maxFees, uint256 feeBps, uint256 arbitrationFeeBps) private pure {
        (uint256 maxFeeBps, uint256 maxArbitrationFeeBps) = (maxFees >> 16, maxFees & type(uint16).max);
        if (feeBps > maxFeeBps || arbitrationFeeBps > maxArbitrationFeeBps) {
            revert FeesRaised(feeBps, maxFeeBps, arbitrationFeeBps, maxArbitrationFeeBps);
        }
    }

    /// @dev Writes each slot of a new record only once: its members from the lowest bit up, in the order of `Record`. The compiler would
    /// write a slot again for each member, which costs 1,500 gas per order.
    function _write(Record storage record, uint256 first, uint256 second) private {
        assembly ("memory-safe") {
            sstore(record.slot, first)
            sstore(add(record.slot, 1), second)
        }
    }

    function _announce(uint256 orderId, address buyer, Terms memory terms, uint256 feeBps, uint256 arbitrationFeeBps) private {
        emit NewOrder(
            orderId,
            buyer,
            terms.seller,
            terms.productId,
            terms.price,
            terms.token,
            terms.delivery,
            feeBps,
            arbitrationFeeBps,
            terms.ref,
            terms.validUntil
        );
    }

    /// @dev Ends an order: `toBuyer` goes back to the buyer, the rest to the seller less the fees on it, which are rounded down together.
    /// The three parts add up to the price.
    function _complete(uint256 orderId, Record storage order, uint256 toBuyer, uint256 feeBps) private {
        _enter(order, Status.Completed);
        (address token, address buyer, address seller) = (_tokenOf(order), order.buyer, order.seller);
        (uint256 toSeller, uint256 toTreasury) = Split.rest(order.price, toBuyer, feeBps);
        _checkGas(toBuyer == 0 ? 2 : 3);
        bool paid = _pay(orderId, token, buyer, toBuyer);
        paid = _pay(orderId, token, seller, toSeller) && paid;
        paid = _payFee(orderId, token, _config.treasury, toTreasury) && paid;
        emit CompleteOrder(orderId, toBuyer, toSeller, toTreasury, paid);
    }

    /// @dev Both sides agree on a refund of `amount`, in basis points, rounded down to the token's unit.
    function _agree(uint256 orderId, Record storage order, uint256 amount) private {
        emit AcceptDispute(orderId, amount);
        _complete(orderId, order, Split.shareOfPrice(order.price, amount), order.feeBps);
    }

    /// @dev The stored time stops at its maximum in 2106, so that orders can still end.
    function _enter(Record storage order, Status status) private {
        order.status = status;
        order.since = uint32(Math.min(block.timestamp, type(uint32).max));
    }

    function _known(uint256 orderId) private view returns (Record storage order) {
        order = _records[orderId];
        if (order.seller == address(0)) revert UnknownOrder(orderId);
    }

    /// @dev Returns the order if the caller is its buyer. The buyer of an unknown order is the zero address, which sends no calls, so
    /// unknown orders are rejected too.
    function _ofBuyer(uint256 orderId) private view returns (Record storage order, Status status) {
        order = _records[orderId];
        status = order.status;
        if (msg.sender != order.buyer) {
            _known(orderId);
            revert NotBuyer(orderId, msg.sender);
        }
    }

    function _ofSeller(uint256 orderId) private view returns (Record storage order, Status status) {
        order = _records[orderId];
        status = order.status;
        if (msg.sender != order.seller) {
            _known(orderId);
            revert NotSeller(orderId, msg.sender);
        }
    }

    function _disputed(uint256 orderId, Status status) private view returns (DisputeRecord storage) {
        if (status != Status.Disputed) revert WrongStatus(orderId, status);
        return _disputes[orderId];
    }

    function _checkRefund(uint256 orderId, uint256 refund, uint256 least, uint256 most) private pure {
        if (refund < least || refund > most) revert RefundOutOfBounds(orderId, refund, least, most);
    }

    function _lastSecondToAgree(DisputeRecord storage dispute) private view returns (uint256) {
        uint256 since = dispute.counteredAt == 0 ? dispute.openedAt : dispute.counteredAt;
        return since + DISPUTE_WINDOW;
    }

    function _checkPast(uint256 orderId, uint256 last) private view {
        // forge-lint: disable-next-line(block-timestamp) a sequencer can move the time by seconds, and the periods are days
        if (block.timestamp <= last) revert TooEarly(orderId, last + 1);
    }

    function _checkNotPast(uint256 orderId, uint256 last) private view {
        // forge-lint: disable-next-line(block-timestamp) the same
        if (block.timestamp > last) revert TooLate(orderId, last);
    }

    function _lastSecondToDeliver(Record storage order) private view returns (uint256) {
        return uint256(order.since) + uint256(order.delivery) * 1 days + LATE_GRACE;
    }

    function _tokenOf(Record storage order) private view returns (address) {
        return _tokenAt(order.tokenIndex);
    }

    function _concerns(Record storage order, address who) private view returns (bool) {
        return order.seller == who || order.buyer == who;
    }

    function _read(uint256 orderId, Record storage order) private view returns (Order memory) {
        return Order({
            orderId: orderId,
            buyer: order.buyer,
            seller: order.seller,
            productId: order.productId,
            price: order.price,
            token: _tokenOf(order),
            status: order.status,
            deliveryTimestamp: order.since,
            delivery: order.delivery,
            feeBps: order.feeBps,
            arbitrationFeeBps: _arbitrationFeeOf(orderId, order.feeBps)
        });
    }
}
