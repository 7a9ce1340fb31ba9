// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {Base} from "../Base.t.sol";
import {Handler} from "./Handler.sol";

/// @dev What holds after any sequence of actions, allowed or not.
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

    function invariant_holdsExactlyOpenDepositsAndDebts() public view {
        for (uint256 i = 0; i < 3; ++i) {
            address token = handler.tokens(i);
            assertEq(_balance(token, address(book)), handler.principal(token) + handler.debtOf(token));
        }
    }

    function invariant_everyDepositIsHeldOrPaidOut() public view {
        for (uint256 i = 0; i < 3; ++i) {
            address token = handler.tokens(i);
            uint256 sum = _balance(token, address(book)) + _balance(token, treasuries[0]) + _balance(token, treasuries[1]);
            sum += _balance(token, handler.elsewhere());
            for (uint256 a = 0; a < 5; ++a) sum += _balance(token, handler.actors(a));
            assertEq(sum, supply[i]);
        }
    }

    /// @dev Every order has the recorded status and terms. So final orders never changed, and ask and offer only came closer: the handler's
    /// rules allow nothing else.
    function afterInvariant() public view {
        uint256 count = book.orderIdCounter();
        for (uint256 id = 1; id <= count; ++id) handler.check(id);
    }

    /// @dev 6,000 random actions enter every status and leave it by every exit more than five times. Payments are refused and withdrawn
    /// later, and forbidden actions are rejected.
    function test_handlerReachesEveryCase() public {
        for (uint256 i = 0; i < 6000; ++i) {
            uint256 lot = uint256(keccak256(abi.encode(i)));
            (uint256 a, uint256 b, uint256 c, uint256 d) = (lot >> 16, lot >> 64, lot >> 112, lot >> 160);
            uint256 deed = lot % 12;
            if (deed < 2) handler.open(a, b, c, d);
            else if (deed < 7) handler.advance(a, b, c);
            else if (deed == 7) handler.meddle(a, b, c, d);
            else if (deed == 8) handler.wait(a);
            else if (deed == 9) handler.misbehave(a, b);
            else if (deed == 10) lot % 24 == 10 ? handler.relent(a) : handler.withdraw(a, b);
            else handler.administer(a, b);
        }
        string[23] memory all = [
            "newOrder",
            "newOrderWithAuthorization",
            "newOrderWithPermit",
            "accepted",
            "rejected",
            "given up",
            "cancelled",
            "cancelled late",
            "delivered",
            "completed",
            "claimed",
            "disputed",
            "updated",
            "countered",
            "countered again",
            "dispute given up",
            "agreed by the buyer",
            "agreed by the seller",
            "resolved",
            "settled as asked",
            "settled in the middle",
            "debt",
            "withdrawal"
        ];
        for (uint256 i = 0; i < all.length; ++i) {
            emit log_named_uint(all[i], handler.reached(all[i]));
            assertGt(handler.reached(all[i]), 5, all[i]);
        }
        assertGt(handler.reached("refusal"), 100, "refusal");
        invariant_holdsExactlyOpenDepositsAndDebts();
        invariant_everyDepositIsHeldOrPaidOut();
        afterInvariant();
    }
}
