// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test, Vm} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {OrderBook} from "../../src/OrderBook.sol";
import {TestUSDC} from "../../src/test/TestUSDC.sol";
import {HostileParty} from "../mocks/HostileParty.sol";
import {HostileToken} from "../mocks/HostileToken.sol";

/// @dev Acts as buyers, sellers, admins, strangers, misbehaving receivers and tokens, in any order the fuzzer chooses, and records
/// the expected state. From these records each step computes, before the call, whether it is allowed and what it pays.
contract Handler is Test {
    enum Verb {
        Accept,
        Reject,
        Cancel,
        Deliver,
        Complete,
        Claim,
        Dispute,
        Update,
        Counter,
        AcceptDispute,
        Resolve,
        Settle
    }

    uint256 private constant VERBS = 12;

    /// @dev The handler's record of an order, to compare with the contract's.
    struct Model {
        OrderBook.Order order;
        uint256 asked;
        uint256 offered;
        uint256 disputedAt;
        uint256 counteredAt;
    }

    OrderBook private immutable _book;
    TestUSDC private immutable _usdc;
    HostileToken private immutable _hostile;
    address private immutable _admin;
    address private immutable _issuer;

    /// @dev The last actor is a contract that sometimes refuses native coin; any actor may be blacklisted for a while.
    address[5] public actors;
    uint256[4] private _keys;
    address[3] public tokens;
    address[2] public treasuries;
    /// @dev An address that can receive a debt when the creditor cannot.
    address public elsewhere = makeAddr("elsewhere");

    mapping(uint256 orderId => Model) private _models;
    mapping(address token => uint256) public principal;
    uint256[] private _openOrders;
    /// @dev How often each case was reached.
    mapping(string what => uint256) public reached;

    constructor(OrderBook book, TestUSDC usdc, HostileToken hostile, address admin, address[2] memory fees) {
        (_book, _usdc, _hostile, _admin, _issuer, treasuries) = (book, usdc, hostile, admin, usdc.owner(), fees);
        tokens = [address(0), address(usdc), address(hostile)];
        for (uint256 i = 0; i < 4; ++i) (actors[i], _keys[i]) = makeAddrAndKey(string.concat("actor ", vm.toString(i)));
        actors[4] = address(new HostileParty());
        for (uint256 i = 0; i < 5; ++i) {
            vm.deal(actors[i], 1e24);
            hostile.mint(actors[i], 1e24);
            vm.startPrank(actors[i]);
            usdc.approve(address(book), type(uint256).max);
            hostile.approve(address(book), type(uint256).max);
            vm.stopPrank();
        }
    }

    // ---- Actions

    /// @dev At most eight orders are open at a time, so that most steps bring orders to an end.
    function open(uint256 who, uint256 token, uint256 price, uint256 delivery) external {
        if (_openOrders.length == 8) return;
        address buyer = actors[who % 5];
        OrderBook.Terms memory terms = OrderBook.Terms({
            seller: actors[(who % 5 + 1 + who / 5 % 4) % 5],
            productId: token % 1000,
            delivery: _bound(delivery, 1, 20),
            price: token % 7 == 0 ? token % 11 + 1 : _bound(price, 1, 1e18),
            token: tokens[token % 3],
            ref: bytes32(_book.orderIdCounter()),
            validUntil: uint64(block.timestamp),
            maxFees: 0
        });
        terms.maxFees = _feesOf(terms.seller);
        _blacklist(buyer, false);
        vm.prank(_issuer);
        _usdc.unpause();
        uint256 id = _pay(buyer, who % 5, terms, price % 3);
        principal[terms.token] += terms.price;
        _openOrders.push(id);
        assertEq(id, _book.orderIdCounter());
        _models[id].order = _book.getOrder(id);
        OrderBook.Order storage order = _models[id].order;
        assertEq(order.buyer, buyer);
        assertEq(order.seller, terms.seller);
        assertEq(order.price, terms.price);
        assertEq(order.deliveryTimestamp, block.timestamp);
        assertEq(uint256(order.status), uint256(OrderBook.Status.Proposed));
    }

    /// @dev The fees of the seller's next order, packed as the buyer's maximum.
    function _feesOf(address seller) private view returns (uint32) {
        (, uint256 feeBps) = _book.getCustomFees(seller);
        (, uint256 arbitrationFeeBps) = _book.getDefaultFees();
        if (feeBps + arbitrationFeeBps > 2000) arbitrationFeeBps = 2000 - feeBps;
        // forge-lint: disable-next-line(unsafe-typecast) each at most 2000
        return uint32(feeBps << 16 | arbitrationFeeBps);
    }

    function _pay(address buyer, uint256 number, OrderBook.Terms memory terms, uint256 way) private returns (uint256) {
        if (terms.token != address(_usdc) || number == 4 || way == 0) {
            ++reached["newOrder"];
            vm.prank(buyer);
            return _book.newOrder{value: terms.token == address(0) ? terms.price : 0}(
                terms.seller, terms.productId, terms.delivery, terms.price, terms.token, terms.ref, terms.validUntil, terms.maxFees
            );
        }
        if (way == 1) {
            ++reached["newOrderWithAuthorization"];
            bytes32 nonce = _book.getAuthorizationNonce(buyer, terms);
            bytes memory authorization = abi.encode(
                _usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(), buyer, _book, terms.price, 0, uint256(terms.validUntil) + 1, nonce
            );
            return _book.newOrderWithAuthorization(buyer, terms, _sign(_keys[number], keccak256(authorization)));
        }
        ++reached["newOrderWithPermit"];
        bytes memory permission =
            abi.encode(_usdc.PERMIT_TYPEHASH(), buyer, _book, terms.price, _usdc.nonces(buyer), block.timestamp);
        bytes memory signature = _sign(_keys[number], keccak256(permission));
        vm.startPrank(buyer);
        uint256 id = _book.newOrderWithPermit(terms, block.timestamp, signature);
        _usdc.approve(address(_book), type(uint256).max);
        vm.stopPrank();
        return id;
    }

    /// @dev Takes an allowed step of an open order. A step that would end the order early is skipped three times out of four.
    function advance(uint256 which, uint256 lot, uint256 amount) external {
        if (_openOrders.length == 0) return;
        uint256 id = _openOrders[which % _openOrders.length];
        Model storage model = _models[id];
        for (uint256 i = 0; i < 30; ++i) {
            lot = uint256(keccak256(abi.encode(lot)));
            Verb verb = Verb(lot % VERBS);
            if (lot >> 8 & 3 != 0 && (verb == Verb.Reject || verb == Verb.Cancel)) continue;
            if (lot >> 16 & 3 != 0 && (verb == Verb.AcceptDispute || verb == Verb.Resolve || verb == Verb.Complete)) continue;
            uint256 figure = _figure(model, verb, amount);
            address who = _owner(model, verb);
            if (_isAllowed(model, verb, who, figure)) return _perform(id, verb, who, figure);
        }
    }

    /// @dev Any account calls any function on any order with any figure. Most of these calls are not allowed and must revert.
    function meddle(uint256 which, uint256 verb, uint256 who, uint256 amount) external {
        uint256 id = which % (_book.orderIdCounter() + 2);
        address actor = who % 7 == 5 ? _admin : who % 7 == 6 ? address(this) : actors[who % 7];
        if (amount % 3 == 0) amount = _bound(amount, 0, 10_001);
        if (amount % 3 == 1) amount = _figure(_models[id], Verb(verb % VERBS), amount);
        _perform(id, Verb(verb % VERBS), actor, amount);
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + (time % 8 == 0 ? 61 days : _bound(time, 1, 10 days)));
    }

    /// @dev An account, often a party of an open order, is blacklisted or refused by a token; or USDC is paused; or the contract among the
    /// actors refuses native coin.
    function misbehave(uint256 who, uint256 how) external {
        address target = who % 7 >= 5 ? treasuries[who % 2] : actors[who % 7];
        if (who % 2 == 0 && _openOrders.length > 0) {
            OrderBook.Order storage order = _models[_openOrders[who % _openOrders.length]].order;
            target = who % 4 == 0 ? order.seller : order.buyer;
        }
        if (how % 7 == 6) {
            vm.prank(_issuer);
            _usdc.pause();
        } else if (how % 3 == 0) {
            _blacklist(target, true);
        } else if (how % 3 == 1) {
            _hostile.act(how % 2 == 0 ? HostileToken.Part.AnswersFalse : HostileToken.Part.Reverts, target);
        } else {
            HostileParty(payable(actors[4])).act(HostileParty.Part.Reverts);
        }
    }

    /// @dev Ends all refusals, once in four calls.
    function relent(uint256 when) external {
        if (when % 4 != 0) return;
        for (uint256 i = 0; i < 5; ++i) _blacklist(actors[i], false);
        for (uint256 i = 0; i < 2; ++i) _blacklist(treasuries[i], false);
        vm.prank(_issuer);
        _usdc.unpause();
        _hostile.act(HostileToken.Part.Honest, address(0));
        HostileParty(payable(actors[4])).act(HostileParty.Part.Accepts);
    }

    /// @dev An account that is owed something withdraws; the search for it starts at a random position. If there is none, an account that
    /// is owed nothing tries to.
    function withdraw(uint256 who, uint256 token) external {
        address actor = actors[who % 5];
        address paid = tokens[token % 3];
        for (uint256 i = 0; i < 15 && _book.owed(paid, actor) == 0; ++i) {
            actor = actors[(who % 5 + i) % 5];
            paid = tokens[(token % 3 + i / 5) % 3];
        }
        address to = who % 2 == 0 ? elsewhere : actors[who / 5 % 4];
        uint256 amount = _book.owed(paid, actor);
        uint256 before = _balance(paid, to);
        vm.prank(actor);
        try _book.withdraw(paid, to) returns (uint256 taken) {
            assertEq(taken, amount);
            assertGt(taken, 0);
            assertEq(_balance(paid, to), before + amount);
            assertEq(_book.owed(paid, actor), 0);
            ++reached["withdrawal"];
        } catch {
            assertEq(_book.owed(paid, actor), amount);
        }
    }

    function administer(uint256 what, uint256 value) external {
        vm.startPrank(_book.owner());
        uint256 kind = what % 6;
        if (kind == 0) try _book.setDefaultFee(value % 2100) {} catch {}
        if (kind == 1) try _book.setCustomFee(actors[value % 5], value % 2100) {} catch {}
        if (kind == 2) try _book.setArbitrationFee(value % 2100) {} catch {}
        if (kind == 3) _book.setTreasury(treasuries[value % 2]);
        address token = tokens[value % 3];
        uint256 held = _book.owedFees(token);
        if (kind == 4) try _book.withdrawToken(token, treasuries[0], _bound(value, 0, held)) {} catch {}
        if (kind == 5) try _book.withdrawEth(treasuries[0], _bound(value, 0, _book.owedFees(address(0)))) {} catch {}
        vm.stopPrank();
    }

    // ---- Reading

    function debtOf(address token) external view returns (uint256) {
        return _debt(token);
    }

    /// @dev Checks that an order has the recorded status and terms, so that a final order is unchanged.
    function check(uint256 id) external view {
        Model memory model = _models[id];
        assertEq(keccak256(abi.encode(_book.getOrder(id))), keccak256(abi.encode(model.order)), "order");
        assertLe(model.order.feeBps + model.order.arbitrationFeeBps, 2000);
        if (model.disputedAt == 0) return;
        OrderBook.Dispute memory dispute = _book.getDispute(id);
        assertEq(dispute.amount, model.asked);
        assertEq(dispute.counterAmount, model.offered);
        assertEq(dispute.countered, model.counteredAt != 0);
        assertEq(dispute.disputeTimestamp, model.disputedAt);
        assertEq(dispute.counterTimestamp, model.counteredAt);
        assertEq(dispute.settleableAfter, _settleableAfter(model));
        assertEq(dispute.arbitrationFeeBps, model.order.arbitrationFeeBps);
        assertEq(uint256(dispute.status), uint256(model.order.status));
        assertLe(dispute.counterAmount, dispute.amount);
    }

    // ---- The handler's own rules

    function _owner(Model storage model, Verb verb) private view returns (address) {
        if (verb == Verb.Resolve) return _admin;
        if (verb == Verb.Claim || verb == Verb.Settle) return address(this);
        bool buyers = verb == Verb.Cancel || verb == Verb.Complete || verb == Verb.Dispute || verb == Verb.Update;
        return buyers ? model.order.buyer : model.order.seller;
    }

    function _isAllowed(Model storage model, Verb verb, address who, uint256 amount) private view returns (bool) {
        OrderBook.Order storage order = model.order;
        if (order.orderId == 0) return false;
        OrderBook.Status status = order.status;
        if (verb != Verb.Claim && verb != Verb.Settle && who != _owner(model, verb)) return false;
        uint256 since = block.timestamp - order.deliveryTimestamp;
        if (verb == Verb.Accept) return status == OrderBook.Status.Proposed;
        if (verb == Verb.Reject) return status == OrderBook.Status.Proposed || status == OrderBook.Status.Accepted;
        if (verb == Verb.Cancel) {
            return status == OrderBook.Status.Proposed
                || (status == OrderBook.Status.Accepted && since > (order.delivery + 2) * 1 days);
        }
        if (verb == Verb.Deliver) return status == OrderBook.Status.Accepted;
        if (verb == Verb.Complete) return status == OrderBook.Status.Delivered;
        if (verb == Verb.Claim) return status == OrderBook.Status.Delivered && since > 14 days;
        if (verb == Verb.Dispute) return status == OrderBook.Status.Delivered && amount > 0 && amount <= 10_000;
        if (status != OrderBook.Status.Disputed) return false;
        if (verb == Verb.Update) return amount < model.asked && amount >= model.offered;
        if (verb == Verb.AcceptDispute) return amount == model.asked;
        if (verb == Verb.Resolve) {
            bool heard = model.counteredAt != 0 || block.timestamp > model.disputedAt + 72 hours;
            (uint256 offered, uint256 asked) = _bounds(model);
            return heard && block.timestamp <= _settleableAfter(model) && amount >= offered && amount <= asked;
        }
        if (verb == Verb.Settle) return block.timestamp > _settleableAfter(model);
        if (amount >= model.asked) return false;
        return model.counteredAt != 0 ? amount > model.offered : block.timestamp <= model.disputedAt + 60 days;
    }

    /// @dev The bounds of an admin's decision, in the token's unit.
    function _bounds(Model storage model) private view returns (uint256 offered, uint256 asked) {
        return (model.order.price * model.offered / 10_000, model.order.price * model.asked / 10_000);
    }

    function _settleableAfter(Model memory model) private pure returns (uint256) {
        return (model.counteredAt == 0 ? model.disputedAt : model.counteredAt) + 60 days;
    }

    /// @dev An allowed figure if there is one.
    function _figure(Model storage model, Verb verb, uint256 amount) private view returns (uint256) {
        if (verb == Verb.Dispute) return _bound(amount, 1, 10_000);
        if (verb == Verb.AcceptDispute) return model.asked;
        if (verb == Verb.Resolve) {
            (uint256 offered, uint256 asked) = _bounds(model);
            return _bound(amount, offered, asked);
        }
        if (model.asked == 0) return amount;
        if (verb == Verb.Update && amount % 4 == 0) return model.offered;
        uint256 least = verb == Verb.Counter && model.counteredAt != 0 ? model.offered + 1 : model.offered;
        return least < model.asked ? _bound(amount, least, model.asked - 1) : amount;
    }

    /// @dev Tries a step. It must succeed exactly when the rules above allow it, and pay exactly what they say.
    function _perform(uint256 id, Verb verb, address who, uint256 amount) private {
        Model storage model = _models[id];
        OrderBook.Order storage order = model.order;
        bool legal = _isAllowed(model, verb, who, amount);
        uint256 debt = _debt(order.token);
        uint256 held = _balance(order.token, address(_book));
        vm.recordLogs();
        vm.prank(who);
        (bool ok,) = address(_book).call(_call(verb, id, amount));
        assertEq(ok, legal, string.concat("verb ", vm.toString(uint256(verb))));
        if (!ok) {
            ++reached["refusal"];
            return;
        }
        (OrderBook.Status to, uint256 refund, bool arbitrated) = _apply(model, verb, amount);
        bool entered = to != order.status;
        order.status = to;
        if (entered) order.deliveryTimestamp = block.timestamp;
        if (to == OrderBook.Status.Accepted || to == OrderBook.Status.Delivered || to == OrderBook.Status.Disputed) {
            assertEq(_balance(order.token, address(_book)), held, "money moved before the end");
            return;
        }
        uint256 owed = _debt(order.token) - debt;
        assertEq(held - _balance(order.token, address(_book)) + owed, order.price, "paid or owed, the price left");
        if (owed > 0) ++reached["debt"];
        _checkSplit(order, refund, arbitrated, owed == 0);
        principal[order.token] -= order.price;
        for (uint256 i = 0; i < _openOrders.length; ++i) {
            if (_openOrders[i] != id) continue;
            _openOrders[i] = _openOrders[_openOrders.length - 1];
            _openOrders.pop();
        }
    }

    /// @dev Records a successful step: the status, the buyer's refund if the order ended, and whether an admin decided.
    function _apply(Model storage model, Verb verb, uint256 amount)
        private
        returns (OrderBook.Status to, uint256 refund, bool arbitrated)
    {
        OrderBook.Order storage order = model.order;
        uint256 price = order.price;
        bool proposed = order.status == OrderBook.Status.Proposed;
        bool countered = model.counteredAt != 0;
        to = OrderBook.Status.Completed;
        if (verb == Verb.Accept) {
            to = OrderBook.Status.Accepted;
            ++reached["accepted"];
        } else if (verb == Verb.Deliver) {
            to = OrderBook.Status.Delivered;
            ++reached["delivered"];
        } else if (verb == Verb.Reject) {
            (to, refund) = (OrderBook.Status.Rejected, price);
            ++reached[proposed ? "rejected" : "given up"];
        } else if (verb == Verb.Cancel) {
            (to, refund) = (OrderBook.Status.Cancelled, price);
            ++reached[proposed ? "cancelled" : "cancelled late"];
        } else if (verb == Verb.Complete) {
            ++reached["completed"];
        } else if (verb == Verb.Claim) {
            ++reached["claimed"];
        } else if (verb == Verb.Dispute) {
            (to, model.asked, model.disputedAt) = (OrderBook.Status.Disputed, amount, block.timestamp);
            ++reached["disputed"];
        } else if (verb == Verb.Update) {
            model.asked = amount;
            if (amount == model.offered) {
                refund = price * amount / 10_000;
                ++reached[countered ? "agreed by the buyer" : "dispute given up"];
            } else {
                to = OrderBook.Status.Disputed;
                ++reached["updated"];
            }
        } else if (verb == Verb.Counter) {
            (to, model.offered) = (OrderBook.Status.Disputed, amount);
            if (!countered) model.counteredAt = block.timestamp;
            ++reached[countered ? "countered again" : "countered"];
        } else if (verb == Verb.AcceptDispute) {
            refund = price * amount / 10_000;
            ++reached["agreed by the seller"];
        } else if (verb == Verb.Resolve) {
            (refund, arbitrated) = (amount, true);
            ++reached["resolved"];
        } else {
            refund = countered ? price * (model.asked + model.offered) / 20_000 : price * model.asked / 10_000;
            ++reached[countered ? "settled in the middle" : "settled as asked"];
        }
    }

    /// @dev The event that ended the order reports the exact split.
    function _checkSplit(OrderBook.Order storage order, uint256 refund, bool arbitrated, bool paid) private {
        uint256 part = order.price - refund;
        uint256 fee = part * (order.feeBps + (arbitrated ? order.arbitrationFeeBps : 0)) / 10_000;
        bool completed = order.status == OrderBook.Status.Completed;
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory last = logs[logs.length - 1];
        assertEq(uint256(last.topics[1]), order.orderId);
        assertEq(last.emitter, address(_book));
        if (completed) assertEq(last.topics[0], OrderBook.CompleteOrder.selector);
        bytes memory split = abi.encode(refund, part - fee, fee, paid);
        if (!completed) split = abi.encode(order.price, paid);
        assertEq(last.data, split, "split");
        assertLe(fee, part / 5);
    }

    function _call(Verb verb, uint256 id, uint256 amount) private pure returns (bytes memory) {
        if (verb == Verb.Accept) return abi.encodeCall(OrderBook.acceptOrder, (id));
        if (verb == Verb.Reject) return abi.encodeCall(OrderBook.rejectOrder, (id));
        if (verb == Verb.Cancel) return abi.encodeCall(OrderBook.cancelOrder, (id));
        if (verb == Verb.Deliver) return abi.encodeCall(OrderBook.deliverOrder, (id));
        if (verb == Verb.Complete) return abi.encodeCall(OrderBook.completeOrder, (id));
        if (verb == Verb.Claim) return abi.encodeCall(OrderBook.claimDelivered, (id));
        if (verb == Verb.Dispute) return abi.encodeCall(OrderBook.disputeOrder, (id, amount));
        if (verb == Verb.Update) return abi.encodeCall(OrderBook.updateDispute, (id, amount));
        if (verb == Verb.Counter) return abi.encodeCall(OrderBook.counterDispute, (id, amount));
        if (verb == Verb.AcceptDispute) return abi.encodeCall(OrderBook.acceptDispute, (id, amount));
        if (verb == Verb.Resolve) return abi.encodeCall(OrderBook.resolveDispute, (id, amount));
        return abi.encodeCall(OrderBook.settleStaleDispute, (id));
    }

    function _sign(uint256 key, bytes32 data) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, MessageHashUtils.toTypedDataHash(_usdc.DOMAIN_SEPARATOR(), data));
        return abi.encodePacked(r, s, v);
    }

    function _blacklist(address account, bool listed) private {
        vm.prank(_issuer);
        if (listed) _usdc.blacklist(account);
        else _usdc.unBlacklist(account);
    }

    function _debt(address token) private view returns (uint256 sum) {
        sum = _book.owedFees(token);
        for (uint256 i = 0; i < 5; ++i) sum += _book.owed(token, actors[i]);
    }

    function _balance(address token, address who) private view returns (uint256) {
        return token == address(0) ? who.balance : IERC20(token).balanceOf(who);
    }
}
