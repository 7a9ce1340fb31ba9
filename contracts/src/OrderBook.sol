// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {Checkpoints} from "@openzeppelin/contracts/utils/structs/Checkpoints.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Admins} from "./Admins.sol";
import {Settlement} from "./Settlement.sol";

/// @title OrderBook
/// @notice An escrow for work between a buyer and a seller. The buyer's payment is held from `newOrder` until the order ends, and then
/// leaves whole: to the seller less the fee that was fixed when the order was made, or back to the buyer. The contract is not
/// upgradeable, and no admin function reaches a deposit. README.md draws the state machine.
///
///   Proposed  -> Accepted (seller), Rejected (seller), Cancelled (buyer)
///   Accepted  -> Delivered (seller), Rejected (seller), Cancelled (buyer, once the work is late)
///   Delivered -> Completed (buyer, or anybody 14 days later)
///   Cancelled, Rejected, Completed: final
///
/// Times are Unix seconds; amounts are in the token's smallest unit; fees in basis points; the native coin is the zero address. The
/// second a deadline names still belongs to the party it protects.
contract OrderBook is Initializable, Admins, Settlement {
    using Checkpoints for Checkpoints.Trace208;

    enum Status {
        Proposed,
        Accepted,
        Cancelled,
        Rejected,
        Delivered,
        Completed,
        Disputed
    }

    /// @notice An order as `getOrder` answers it. `deliveryTimestamp` is when the order entered its present status; `delivery` is in days.
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

    /// @dev An order as it is kept: two slots, every bit used.
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

    /// @dev What every new order reads, and the counter it writes, in one slot.
    struct Config {
        address treasury;
        uint16 feeBps;
        uint16 arbitrationFeeBps;
        bool paused;
        uint48 lastOrderId;
    }

    /// @dev Index 0 is the native coin; a token keeps the index it was first enabled with, so that open orders outlive its removal.
    struct PayableToken {
        bool enabled;
        uint8 index;
    }

    /// @dev `set` tells a custom fee of 0 from none.
    struct CustomFee {
        bool set;
        uint16 bps;
    }

    /// @dev What a new order is about, gathered so that every way of paying can share `_open`.
    struct Terms {
        address seller;
        uint256 productId;
        uint256 delivery;
        uint256 price;
        address token;
        bytes32 ref;
        uint64 validUntil;
    }

    /// @notice Platform and arbitration fee together never exceed this share of the seller's part.
    uint256 public constant MAX_FEE_BPS = 2000;
    uint256 public constant MAX_DELIVERY_DAYS = 365;
    /// @notice How long after the last day of delivery the seller may still deliver before the buyer may cancel.
    uint256 public constant LATE_GRACE = 2 days;
    /// @notice How long the buyer has to complete or object after the delivery before anybody may release the payment.
    uint256 public constant CLAIM_AFTER = 14 days;
    uint256 private constant INITIAL_ARBITRATION_FEE_BPS = 500;

    Config private _config;
    mapping(uint256 orderId => Record) private _records;
    mapping(address token => PayableToken) private _payable;
    address[] private _tokens;
    mapping(address seller => CustomFee) private _customFees;
    /// @dev By the first order a fee applies to, so that an order's arbitration fee is fixed at purchase without a place in its slots.
    Checkpoints.Trace208 private _arbitrationFees;

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
    /// @notice The deposit was split; the three amounts add up to the price. `paid` is false when a part could not be pushed: the `Owed`
    /// and `FeeOwed` events just before say which.
    event CompleteOrder(uint256 indexed orderId, uint256 toBuyer, uint256 toSeller, uint256 toTreasury, bool paid);
    event CancelOrder(uint256 indexed orderId, uint256 toBuyer, bool paid);
    event RejectOrder(uint256 indexed orderId, uint256 toBuyer, bool paid);
    /// @notice `by` released an order the buyer left unanswered; CompleteOrder follows.
    event ClaimDelivered(uint256 indexed orderId, address indexed by);

    event TreasuryChanged(address indexed treasury);
    event DefaultFeeChanged(uint256 feeBps);
    event CustomFeeChanged(address indexed seller, bool set, uint256 feeBps);
    event ArbitrationFeeChanged(uint256 feeBps, uint256 firstOrderId);
    event PayableTokenChanged(address indexed token, bool enabled, uint256 index);
    event PausedChanged(bool paused);

    error UnknownOrder(uint256 orderId);
    error WrongStatus(uint256 orderId, Status status);
    error NotBuyer(uint256 orderId, address caller);
    error NotSeller(uint256 orderId, address caller);
    /// @notice The action opens at `opensAt`.
    error TooEarly(uint256 orderId, uint256 opensAt);
    error Paused();
    error QuoteExpired(uint256 validUntil);
    error InvalidSeller(address seller);
    error PriceOutOfBounds(uint256 price);
    error ProductIdOutOfBounds(uint256 productId);
    error DeliveryOutOfBounds(uint256 delivery);
    error TimestampOutOfBounds(uint256 timestamp);
    error TokenNotPayable(address token);
    error TokenWithoutCode(address token);
    error TooManyTokens(uint256 limit);
    error FeeTooHigh(uint256 feeBps, uint256 limit);
    error InvalidTreasury(address treasury);

    /// @dev Initialises within the deployment itself, so that nobody can come in between.
    constructor(address admin, uint256 feeBps, address treasury) Admins(admin) {
        initialize(feeBps, treasury);
    }

    /// @notice Runs once, inside the constructor; reverts with InvalidInitialization ever after.
    function initialize(uint256 feeBps, address treasury) public initializer {
        _tokens.push(NATIVE);
        _setArbitrationFee(INITIAL_ARBITRATION_FEE_BPS);
        _setDefaultFee(feeBps);
        _setTreasury(treasury);
    }

    // ---- The life of an order

    /// @notice The buyer proposes an order and deposits its price: as value for the native coin, else from the caller's allowance.
    /// @param productId What is ordered, up to 2^32 - 1.
    /// @param delivery Days the seller has from accepting, 1 to 365.
    /// @param price Up to 2^80 - 1 of the token's smallest unit.
    /// @return orderId Counts up from 1.
    function newOrder(address seller, uint256 productId, uint256 delivery, uint256 price, address token)
        external
        payable
        returns (uint256 orderId)
    {
        return newOrder(seller, productId, delivery, price, token, bytes32(0), type(uint64).max);
    }

    /// @notice The same, for a quote: `ref` names what was agreed and is emitted, so that the order can be joined to it from the chain
    /// alone; the quote can't be taken after the second `validUntil`.
    function newOrder(
        address seller,
        uint256 productId,
        uint256 delivery,
        uint256 price,
        address token,
        bytes32 ref,
        uint64 validUntil
    ) public payable nonReentrant returns (uint256 orderId) {
        orderId = _open(msg.sender, Terms(seller, productId, delivery, price, token, ref, validUntil));
        _pull(token, msg.sender, price);
    }

    /// @notice The seller takes a proposed order on; the days of delivery start.
    function acceptOrder(uint256 orderId) external nonReentrant {
        Record storage order = _ofSeller(orderId);
        if (order.status != Status.Proposed) revert WrongStatus(orderId, order.status);
        _enter(order, Status.Accepted);
        emit AcceptOrder(orderId);
    }

    /// @notice The seller declines a proposed order, or gives an accepted one up. The buyer gets the whole price back.
    function rejectOrder(uint256 orderId) external nonReentrant {
        Record storage order = _ofSeller(orderId);
        Status status = order.status;
        if (status != Status.Proposed && status != Status.Accepted) revert WrongStatus(orderId, status);
        _enter(order, Status.Rejected);
        emit RejectOrder(orderId, order.price, _pay(orderId, _tokenOf(order), order.buyer, order.price));
    }

    /// @notice The buyer takes a proposed order back at any time, or an accepted one that is late: not delivered by the end of
    /// `cancellableAfter`. The buyer gets the whole price back.
    function cancelOrder(uint256 orderId) external nonReentrant {
        Record storage order = _ofBuyer(orderId);
        Status status = order.status;
        if (status == Status.Accepted) {
            uint256 last = _lastSecondToDeliver(order);
            if (block.timestamp <= last) revert TooEarly(orderId, last + 1);
        } else if (status != Status.Proposed) {
            revert WrongStatus(orderId, status);
        }
        _enter(order, Status.Cancelled);
        emit CancelOrder(orderId, order.price, _pay(orderId, _tokenOf(order), order.buyer, order.price));
    }

    /// @notice The seller says the work is done. Late is allowed as long as the buyer has not cancelled.
    function deliverOrder(uint256 orderId) external nonReentrant {
        Record storage order = _ofSeller(orderId);
        if (order.status != Status.Accepted) revert WrongStatus(orderId, order.status);
        _enter(order, Status.Delivered);
        emit DeliverOrder(orderId);
    }

    /// @notice The buyer confirms the delivery; the seller is paid, less the fee.
    function completeOrder(uint256 orderId) external nonReentrant {
        Record storage order = _ofBuyer(orderId);
        if (order.status != Status.Delivered) revert WrongStatus(orderId, order.status);
        _complete(orderId, order, 0);
    }

    /// @notice Anybody releases a delivered order the buyer has not answered for 14 days; the seller is paid, less the fee.
    function claimDelivered(uint256 orderId) external nonReentrant {
        Record storage order = _known(orderId);
        if (order.status != Status.Delivered) revert WrongStatus(orderId, order.status);
        uint256 last = uint256(order.since) + CLAIM_AFTER;
        if (block.timestamp <= last) revert TooEarly(orderId, last + 1);
        emit ClaimDelivered(orderId, msg.sender);
        _complete(orderId, order, 0);
    }

    // ---- Reading

    function getOrder(uint256 orderId) external view returns (Order memory) {
        return _read(orderId, _known(orderId));
    }

    /// @notice Orders in which `who` is buyer or seller, newest first. Orders are not listed by person on chain, because that would add
    /// half again to the price of making one; this walks the numbers instead, so a page is bounded by how many it looks at.
    /// @param from The order to start at, downwards; 0 starts at the newest.
    /// @param scan How many orders to look at.
    /// @return orders Those of `who` among them.
    /// @return next Where the next page starts; 0 when there is none.
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

    /// @notice How many orders were made; also the number of the newest.
    function orderIdCounter() external view returns (uint256) {
        return _config.lastOrderId;
    }

    /// @notice The last second in which the seller of an accepted order is safe from `cancelOrder`.
    function cancellableAfter(uint256 orderId) external view returns (uint256) {
        Record storage order = _known(orderId);
        if (order.status != Status.Accepted) revert WrongStatus(orderId, order.status);
        return _lastSecondToDeliver(order);
    }

    function treasuryAddress() external view returns (address) {
        return _config.treasury;
    }

    /// @notice Fees of the next order, in basis points of the seller's part: the platform's, and the arbitrator's if one has to decide.
    function getDefaultFees() external view returns (uint256 feeBps, uint256 arbitrationFeeBps) {
        return (_config.feeBps, _config.arbitrationFeeBps);
    }

    /// @notice Whether `seller` has a fee of its own, and the fee that applies to its next order.
    function getCustomFees(address seller) external view returns (bool set, uint256 feeBps) {
        CustomFee storage custom = _customFees[seller];
        return custom.set ? (true, custom.bps) : (false, _config.feeBps);
    }

    function isPayableToken(address token) external view returns (bool) {
        return _payable[token].enabled;
    }

    /// @notice Whether making new orders is paused. Everything else works on.
    function paused() external view returns (bool) {
        return _config.paused;
    }

    // ---- Admin: none of it reaches an order that exists

    /// @notice The platform fee of orders to come, for sellers without a fee of their own.
    function setDefaultFee(uint256 feeBps) external onlyAdmin {
        _setDefaultFee(feeBps);
    }

    /// @notice The platform fee of one seller's orders to come; 0 is a fee of nothing.
    function setCustomFee(address seller, uint256 feeBps) external onlyAdmin {
        _checkFee(feeBps, MAX_FEE_BPS - _config.arbitrationFeeBps);
        _customFees[seller] = CustomFee(true, uint16(feeBps));
        emit CustomFeeChanged(seller, true, feeBps);
    }

    /// @notice The seller's orders to come take the default fee again.
    function removeCustomFee(address seller) external onlyAdmin {
        delete _customFees[seller];
        emit CustomFeeChanged(seller, false, _config.feeBps);
    }

    /// @notice The fee for an arbitrator's decision on orders to come.
    function setArbitrationFee(uint256 feeBps) external onlyAdmin {
        _setArbitrationFee(feeBps);
    }

    /// @notice Where fees go, of open orders too.
    function setTreasury(address treasury) external onlyAdmin {
        _setTreasury(treasury);
    }

    /// @notice Whether new orders may pay with `token`. Open orders in it are not touched.
    function setPayableToken(address token, bool enable) external onlyAdmin {
        PayableToken storage entry = _payable[token];
        if (enable && token != NATIVE && entry.index == 0) {
            if (token.code.length == 0) revert TokenWithoutCode(token);
            uint256 index = _tokens.length;
            if (index > type(uint8).max) revert TooManyTokens(type(uint8).max);
            _tokens.push(token);
            entry.index = uint8(index);
        }
        entry.enabled = enable;
        emit PayableTokenChanged(token, enable, entry.index);
    }

    /// @notice Stops or resumes the making of new orders; every way out stays open.
    function setPaused(bool value) external onlyAdmin {
        _config.paused = value;
        emit PausedChanged(value);
    }

    /// @notice Pays out native fees that could not be pushed to the treasury.
    function withdrawEth(address to, uint256 amount) external onlyAdmin nonReentrant {
        _withdrawFees(NATIVE, to, amount);
    }

    /// @notice Pays out a token's fees that could not be pushed to the treasury.
    function withdrawToken(address token, address to, uint256 amount) external onlyAdmin nonReentrant {
        if (token == NATIVE) revert TokenNotPayable(token);
        _withdrawFees(token, to, amount);
    }

    // ---- Inside

    /// @dev Checks the terms and records a new order; the caller then takes the payment in, or reverts.
    function _open(address buyer, Terms memory terms) private returns (uint256 orderId) {
        Config memory config = _config;
        if (config.paused) revert Paused();
        _checkTerms(buyer, terms);
        PayableToken memory token = _payable[terms.token];
        if (!token.enabled) revert TokenNotPayable(terms.token);
        CustomFee memory custom = _customFees[terms.seller];
        uint256 feeBps = custom.set ? custom.bps : config.feeBps;

        orderId = ++config.lastOrderId;
        _config.lastOrderId = uint48(orderId);
        _write(
            _records[orderId],
            uint256(uint160(buyer)) | terms.price << 160 | feeBps << 240,
            uint256(uint160(terms.seller)) | terms.productId << 160 | block.timestamp << 192 | terms.delivery << 224
                | uint256(token.index) << 248
        );
        _announce(orderId, buyer, terms, feeBps, _capped(config.arbitrationFeeBps, feeBps));
    }

    function _checkTerms(address buyer, Terms memory terms) private view {
        if (block.timestamp > terms.validUntil) revert QuoteExpired(terms.validUntil);
        if (block.timestamp > type(uint32).max) revert TimestampOutOfBounds(block.timestamp);
        if (terms.seller == address(0) || terms.seller == buyer || terms.seller == address(this)) revert InvalidSeller(terms.seller);
        if (terms.productId > type(uint32).max) revert ProductIdOutOfBounds(terms.productId);
        if (terms.delivery == 0 || terms.delivery > MAX_DELIVERY_DAYS) revert DeliveryOutOfBounds(terms.delivery);
        if (terms.price == 0 || terms.price > type(uint80).max) revert PriceOutOfBounds(terms.price);
    }

    /// @dev Both slots of a new record at once, members from the lowest bit up in the order of `Record`. Left to itself the compiler
    /// writes a slot again for each member, which costs 1,500 gas an order.
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

    /// @dev Ends an order: `toBuyer` goes back to the buyer, the rest to the seller less the fee on it, which is rounded down. The three
    /// parts add up to the price.
    function _complete(uint256 orderId, Record storage order, uint256 toBuyer) private {
        _enter(order, Status.Completed);
        address token = _tokenOf(order);
        uint256 part = order.price - toBuyer;
        uint256 toTreasury = part * order.feeBps / 10_000;
        uint256 toSeller = part - toTreasury;
        bool paid = _pay(orderId, token, order.buyer, toBuyer);
        paid = _pay(orderId, token, order.seller, toSeller) && paid;
        paid = _payFee(orderId, token, _config.treasury, toTreasury) && paid;
        emit CompleteOrder(orderId, toBuyer, toSeller, toTreasury, paid);
    }

    /// @dev Past the year 2106 the clock stands still rather than keep an order from ending.
    function _enter(Record storage order, Status status) private {
        order.status = status;
        order.since = uint32(Math.min(block.timestamp, type(uint32).max));
    }

    function _known(uint256 orderId) private view returns (Record storage order) {
        order = _records[orderId];
        if (order.seller == address(0)) revert UnknownOrder(orderId);
    }

    function _ofBuyer(uint256 orderId) private view returns (Record storage order) {
        order = _known(orderId);
        if (msg.sender != order.buyer) revert NotBuyer(orderId, msg.sender);
    }

    function _ofSeller(uint256 orderId) private view returns (Record storage order) {
        order = _known(orderId);
        if (msg.sender != order.seller) revert NotSeller(orderId, msg.sender);
    }

    function _lastSecondToDeliver(Record storage order) private view returns (uint256) {
        return uint256(order.since) + uint256(order.delivery) * 1 days + LATE_GRACE;
    }

    function _tokenOf(Record storage order) private view returns (address) {
        uint256 index = order.tokenIndex;
        return index == 0 ? NATIVE : _tokens[index];
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
            arbitrationFeeBps: _capped(_arbitrationFees.upperLookup(uint48(orderId)), order.feeBps)
        });
    }

    /// @dev The arbitration fee beside a platform fee: a custom fee set while arbitration was cheaper wins, and the sum stays bounded.
    function _capped(uint256 arbitrationFeeBps, uint256 feeBps) private pure returns (uint256) {
        return Math.min(arbitrationFeeBps, MAX_FEE_BPS - feeBps);
    }

    function _checkFee(uint256 feeBps, uint256 limit) private pure {
        if (feeBps > limit) revert FeeTooHigh(feeBps, limit);
    }

    function _setDefaultFee(uint256 feeBps) private {
        _checkFee(feeBps, MAX_FEE_BPS - _config.arbitrationFeeBps);
        _config.feeBps = uint16(feeBps);
        emit DefaultFeeChanged(feeBps);
    }

    function _setArbitrationFee(uint256 feeBps) private {
        _checkFee(feeBps, MAX_FEE_BPS - _config.feeBps);
        uint48 firstOrderId = _config.lastOrderId + 1;
        _config.arbitrationFeeBps = uint16(feeBps);
        _arbitrationFees.push(firstOrderId, uint208(feeBps));
        emit ArbitrationFeeChanged(feeBps, firstOrderId);
    }

    function _setTreasury(address treasury) private {
        if (treasury == address(0) || treasury == address(this)) revert InvalidTreasury(treasury);
        _config.treasury = treasury;
        emit TreasuryChanged(treasury);
    }
}
