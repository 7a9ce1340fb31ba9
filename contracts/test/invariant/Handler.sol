// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {OrderBook} from "../../src/OrderBook.sol";
import {TestUSDC} from "../../src/test/TestUSDC.sol";
import {HostileParty} from "../mocks/HostileParty.sol";
import {HostileToken} from "../mocks/HostileToken.sol";

/// @dev Plays buyers, sellers, admins, strangers, misbehaving receivers and tokens, in any order the fuzzer likes, and keeps its own
/// books beside the contract's.
contract Handler is Test {
    OrderBook private immutable _book;
    TestUSDC private immutable _usdc;
    HostileToken private immutable _hostile;
    address private immutable _admin;
    address private immutable _issuer;

    /// @dev The last is a contract that sometimes refuses native coin; any of them may be blacklisted for a while.
    address[5] public actors;
    address[3] public tokens;
    address[2] public treasuries;
    /// @dev Where a debt can be taken that its owner can't receive.
    address public elsewhere = makeAddr("elsewhere");

    /// @dev What the handler thinks of each order, to hold against what the contract says.
    mapping(uint256 orderId => OrderBook.Status) public statusOf;
    mapping(address token => uint256) public principal;
    uint256[] private _openOrders;
    /// @dev How often each status was entered, and how often what happened.
    mapping(OrderBook.Status => uint256) public entered;
    uint256 public debts;
    uint256 public withdrawals;
    uint256 public refusals;

    constructor(OrderBook book, TestUSDC usdc, HostileToken hostile, address admin, address[2] memory fees) {
        (_book, _usdc, _hostile, _admin, _issuer, treasuries) = (book, usdc, hostile, admin, usdc.owner(), fees);
        tokens = [address(0), address(usdc), address(hostile)];
        for (uint256 i = 0; i < 4; ++i) actors[i] = makeAddr(string.concat("actor ", vm.toString(i)));
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

    /// @dev At most eight orders are open at a time, so that the run spends its steps on bringing orders to an end.
    function open(uint256 who, uint256 token, uint256 price, uint256 delivery) external {
        if (_openOrders.length == 8) return;
        address buyer = actors[who % 5];
        address seller = actors[(who % 5 + 1 + who / 5 % 4) % 5];
        address paid = tokens[token % 3];
        price = token % 7 == 0 ? token % 11 + 1 : bound(price, 1, 1e18);
        _blacklist(buyer, false);
        vm.prank(buyer);
        uint256 id = _book.newOrder{value: paid == address(0) ? price : 0}(seller, token % 1000, bound(delivery, 1, 20), price, paid);
        principal[paid] += price;
        ++entered[OrderBook.Status.Proposed];
        _openOrders.push(id);
        assertEq(id, _book.orderIdCounter());
    }

    /// @dev One step of an open order, by whoever may take it.
    function advance(uint256 which, uint256 choice) external {
        if (_openOrders.length == 0) return;
        uint256 place = which % _openOrders.length;
        OrderBook.Order memory order = _book.getOrder(_openOrders[place]);
        bytes memory call;
        address actor = order.seller;
        OrderBook.Status to;
        uint256 late = order.deliveryTimestamp + (order.delivery + 2) * 1 days;
        if (order.status == OrderBook.Status.Proposed) {
            if (choice % 5 == 0) {
                (actor, to, call) = (order.buyer, OrderBook.Status.Cancelled, abi.encodeCall(OrderBook.cancelOrder, (order.orderId)));
            } else if (choice % 5 == 1) {
                (to, call) = (OrderBook.Status.Rejected, abi.encodeCall(OrderBook.rejectOrder, (order.orderId)));
            } else {
                (to, call) = (OrderBook.Status.Accepted, abi.encodeCall(OrderBook.acceptOrder, (order.orderId)));
            }
        } else if (order.status == OrderBook.Status.Accepted) {
            if (choice % 5 < 2 && block.timestamp > late) {
                (actor, to, call) = (order.buyer, OrderBook.Status.Cancelled, abi.encodeCall(OrderBook.cancelOrder, (order.orderId)));
            } else if (choice % 5 == 2) {
                (to, call) = (OrderBook.Status.Rejected, abi.encodeCall(OrderBook.rejectOrder, (order.orderId)));
            } else {
                (to, call) = (OrderBook.Status.Delivered, abi.encodeCall(OrderBook.deliverOrder, (order.orderId)));
            }
        } else {
            to = OrderBook.Status.Completed;
            if (choice % 2 == 0 && block.timestamp > order.deliveryTimestamp + 14 days) {
                (actor, call) = (address(this), abi.encodeCall(OrderBook.claimDelivered, (order.orderId)));
            } else {
                (actor, call) = (order.buyer, abi.encodeCall(OrderBook.completeOrder, (order.orderId)));
            }
        }
        uint256 owedBefore = _debt(order.token);
        vm.prank(actor);
        (bool ok,) = address(_book).call(call);
        assertTrue(ok, "a legal step failed");
        statusOf[order.orderId] = to;
        ++entered[to];
        if (to != OrderBook.Status.Accepted && to != OrderBook.Status.Delivered) {
            principal[order.token] -= order.price;
            _openOrders[place] = _openOrders[_openOrders.length - 1];
            _openOrders.pop();
        }
        if (_debt(order.token) > owedBefore) ++debts;
    }

    /// @dev Any verb on any order by anybody: what it does must be what `advance` could have done, or nothing.
    function meddle(uint256 which, uint256 verb, uint256 who) external {
        uint256 id = which % (_book.orderIdCounter() + 2);
        bytes4[6] memory verbs = [
            OrderBook.acceptOrder.selector,
            OrderBook.rejectOrder.selector,
            OrderBook.cancelOrder.selector,
            OrderBook.deliverOrder.selector,
            OrderBook.completeOrder.selector,
            OrderBook.claimDelivered.selector
        ];
        bool exists = id != 0 && id <= _book.orderIdCounter();
        address actor = who % 6 == 5 ? _admin : actors[who % 6];
        if (exists) {
            OrderBook.Order memory order = _book.getOrder(id);
            if (actor == order.buyer || actor == order.seller || verb % 6 == 5) return;
        }
        vm.prank(actor);
        (bool ok,) = address(_book).call(abi.encodeWithSelector(verbs[verb % 6], id));
        assertFalse(ok, "a stranger moved an order");
        ++refusals;
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + bound(time, 1, 10 days));
    }

    /// @dev The token's issuer, a token or a receiver turns on somebody, mostly on the seller of an open order.
    function misbehave(uint256 who, uint256 how) external {
        address target = who % 7 >= 5 ? treasuries[who % 2] : actors[who % 7];
        if (who % 2 == 0 && _openOrders.length > 0) target = _book.getOrder(_openOrders[who % _openOrders.length]).seller;
        if (how % 3 == 0) _blacklist(target, true);
        else if (how % 3 == 1) _hostile.act(how % 2 == 0 ? HostileToken.Part.AnswersFalse : HostileToken.Part.Reverts, target);
        else HostileParty(payable(actors[4])).act(HostileParty.Part.Reverts);
    }

    /// @dev They let go again, now and then.
    function relent(uint256 when) external {
        if (when % 4 != 0) return;
        for (uint256 i = 0; i < 5; ++i) _blacklist(actors[i], false);
        for (uint256 i = 0; i < 2; ++i) _blacklist(treasuries[i], false);
        _hostile.act(HostileToken.Part.Honest, address(0));
        HostileParty(payable(actors[4])).act(HostileParty.Part.Accepts);
    }

    /// @dev Looks for somebody who is owed something, from a random place on; else somebody who is not asks in vain.
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
            ++withdrawals;
        } catch {
            assertEq(_book.owed(paid, actor), amount);
        }
    }

    function administer(uint256 what, uint256 value) external {
        vm.startPrank(_admin);
        uint256 kind = what % 6;
        if (kind == 0) try _book.setDefaultFee(value % 2100) {} catch {}
        if (kind == 1) try _book.setCustomFee(actors[value % 5], value % 2100) {} catch {}
        if (kind == 2) try _book.setArbitrationFee(value % 2100) {} catch {}
        if (kind == 3) _book.setTreasury(treasuries[value % 2]);
        address token = tokens[value % 3];
        uint256 held = _book.owedFees(token);
        if (kind == 4) try _book.withdrawToken(token, treasuries[0], bound(value, 0, held)) {} catch {}
        if (kind == 5) try _book.withdrawEth(treasuries[0], bound(value, 0, _book.owedFees(address(0)))) {} catch {}
        vm.stopPrank();
    }

    function debtOf(address token) external view returns (uint256) {
        return _debt(token);
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
