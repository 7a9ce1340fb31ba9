// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {Base} from "../Base.t.sol";
import {Handler} from "./Handler.sol";

/// @dev What holds after any sequence of deeds and misdeeds.
contract OrderBookInvariants is Base {
    Handler private handler;
    HostileToken private hostile;
    address[2] private treasuries;
    uint256[3] private supply;

    function setUp() public override {
        super.setUp();
        hostile = new HostileToken();
        _enable(address(hostile));
        treasuries = [treasury, makeAddr("another treasury")];
        handler = new Handler(book, usdc, hostile, admin, treasuries);
        for (uint256 i = 0; i < 5; ++i) {
            usdc.mint(handler.actors(i), 1e24);
            supply[0] += handler.actors(i).balance;
            supply[1] += 1e24;
            supply[2] += 1e24;
        }
        targetContract(address(handler));
    }

    function invariant_theBookHoldsExactlyWhatIsOpenAndOwed() public view {
        for (uint256 i = 0; i < 3; ++i) {
            address token = handler.tokens(i);
            assertEq(_balance(token, address(book)), handler.principal(token) + handler.debtOf(token));
        }
    }

    function invariant_whatWentInIsHeldOrCameOut() public view {
        for (uint256 i = 0; i < 3; ++i) {
            address token = handler.tokens(i);
            uint256 sum = _balance(token, address(book)) + _balance(token, treasuries[0]) + _balance(token, treasuries[1]);
            sum += _balance(token, handler.elsewhere());
            for (uint256 a = 0; a < 5; ++a) sum += _balance(token, handler.actors(a));
            assertEq(sum, supply[i]);
        }
    }

    /// @dev Each order is where its parties brought it (a final status never moved) and bears no more than the cap.
    function afterInvariant() public view {
        uint256 count = book.orderIdCounter();
        for (uint256 id = 1; id <= count; ++id) {
            OrderBook.Order memory order = book.getOrder(id);
            assertEq(uint256(order.status), uint256(handler.statusOf(id)));
            assertLe(order.feeBps + order.arbitrationFeeBps, 2000);
        }
    }

    /// @dev That the handler can get everywhere: two thousand of its deeds, drawn by lot, enter every status many times over, and
    /// payments are refused, taken later, and strangers turned away.
    function test_theHandlerReachesEveryStatus() public {
        for (uint256 i = 0; i < 2000; ++i) {
            uint256 lot = uint256(keccak256(abi.encode(i)));
            (uint256 a, uint256 b, uint256 c, uint256 d) = (lot >> 16, lot >> 64, lot >> 112, lot >> 160);
            if (lot % 10 < 2) handler.open(a, b, c, d);
            else if (lot % 10 < 5) handler.advance(a, b);
            else if (lot % 10 == 5) handler.meddle(a, b, c);
            else if (lot % 10 == 6) handler.wait(a);
            else if (lot % 10 == 7) handler.misbehave(a, b);
            else if (lot % 10 == 8) lot % 20 == 8 ? handler.relent(a) : handler.withdraw(a, b);
            else handler.administer(a, b);
        }
        for (uint256 s = 0; s <= uint256(OrderBook.Status.Completed); ++s) {
            assertGt(handler.entered(OrderBook.Status(s)), 20, string.concat("status ", vm.toString(s)));
        }
        assertGt(handler.debts(), 20, "payments refused");
        assertGt(handler.withdrawals(), 20, "debts taken");
        assertGt(handler.refusals(), 20, "strangers turned away");
        invariant_theBookHoldsExactlyWhatIsOpenAndOwed();
        invariant_whatWentInIsHeldOrCameOut();
        afterInvariant();
    }
}
