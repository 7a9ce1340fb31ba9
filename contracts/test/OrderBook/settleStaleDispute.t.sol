// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

contract SettleStaleDisputeTest is Base {
    function _expectTooEarly(uint256 id, uint256 last) private {
        vm.expectRevert(abi.encodeWithSelector(OrderBook.TooEarly.selector, id, last + 1));
    }

    function test_withoutACounterEndsAtTheAskAfterSixtyDays() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        vm.warp(START + 2 days);
        vm.prank(buyer);
        book.disputeOrder(id, 7500);
        uint256 last = START + 62 days;
        assertEq(book.getDispute(id).settleableAfter, last);
        uint256 before = usdc.balanceOf(buyer);
        vm.startPrank(stranger);
        vm.warp(last - 1);
        _expectTooEarly(id, last);
        book.settleStaleDispute(id);
        vm.warp(last);
        _expectTooEarly(id, last);
        book.settleStaleDispute(id);
        vm.warp(last + 1);
        vm.expectEmit(address(book));
        emit OrderBook.SettleStaleDispute(id, stranger, 75e6);
        vm.expectEmit(address(book));
        emit OrderBook.CompleteOrder(id, 75e6, 22.5e6, 2.5e6, true);
        book.settleStaleDispute(id);
        _assertStatus(id, OrderBook.Status.Completed);
        assertEq(usdc.balanceOf(buyer), before + 75e6);
        assertEq(usdc.balanceOf(seller), 22.5e6);
        assertEq(usdc.balanceOf(treasury), 2.5e6);
        assertEq(usdc.balanceOf(stranger), 0);
        _expectWrongStatus(id, OrderBook.Status.Completed);
        book.settleStaleDispute(id);
    }

    function test_withACounterEndsAtTheMidpointSixtyDaysAfterTheFirst() public {
        uint256 id = _dispute(address(usdc), PRICE, 7500);
        vm.warp(START + 50 days);
        vm.prank(seller);
        book.counterDispute(id, 1000);
        // later offers do not change the deadline
        vm.warp(START + 100 days);
        vm.prank(seller);
        book.counterDispute(id, 2000);
        vm.prank(buyer);
        book.updateDispute(id, 5000);
        uint256 last = START + 110 days;
        assertEq(book.getDispute(id).settleableAfter, last);
        vm.startPrank(stranger);
        vm.warp(last - 1);
        _expectTooEarly(id, last);
        book.settleStaleDispute(id);
        vm.warp(last);
        _expectTooEarly(id, last);
        book.settleStaleDispute(id);
        vm.warp(last + 1);
        vm.expectEmit(address(book));
        emit OrderBook.SettleStaleDispute(id, stranger, 35e6);
        vm.expectEmit(address(book));
        emit OrderBook.CompleteOrder(id, 35e6, 58.5e6, 6.5e6, true);
        book.settleStaleDispute(id);
    }

    function test_anOfferOfZeroHalvesTheAsk() public {
        uint256 id = _dispute(address(usdc), PRICE, 10_000);
        vm.prank(seller);
        book.counterDispute(id, 0);
        vm.warp(START + 61 days);
        book.settleStaleDispute(id);
        assertEq(usdc.balanceOf(seller), 45e6);
    }

    /// @dev The midpoint may lie between two basis points: here it is 1.5. Half a basis point of 20,000 units is one unit.
    function test_roundsTheMidpointToTheUnit() public {
        uint256 id = _dispute(address(usdc), 20_000, 2);
        vm.prank(seller);
        book.counterDispute(id, 1);
        vm.warp(START + 61 days);
        vm.expectEmit(address(book));
        emit OrderBook.SettleStaleDispute(id, address(this), 3);
        book.settleStaleDispute(id);
    }

    function test_rejectsOrdersWithoutADispute() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        vm.warp(START + 300 days);
        _expectWrongStatus(id, OrderBook.Status.Delivered);
        book.settleStaleDispute(id);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.UnknownOrder.selector, 99));
        book.settleStaleDispute(99);
    }

    /// @dev The stored times of a dispute do not stop in 2106, unlike those of an order.
    function test_disputeDeadlinesAreNotLimitedTo32Bits() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        uint256 opened = uint256(type(uint32).max) + 1000 days;
        vm.warp(opened);
        vm.prank(buyer);
        book.disputeOrder(id, ASKED);
        vm.warp(opened + 60 days);
        _expectTooEarly(id, opened + 60 days);
        book.settleStaleDispute(id);
        vm.prank(seller);
        book.counterDispute(id, 0);
        assertEq(book.getDispute(id).counterTimestamp, opened + 60 days);
        vm.warp(opened + 120 days + 1);
        book.settleStaleDispute(id);
        _assertStatus(id, OrderBook.Status.Completed);
    }

    function testFuzz_splitAddsUpToThePrice(uint80 price, uint16 asked, uint16 offered, bool counters, uint32 wait) public {
        price = uint80(bound(price, 1, type(uint80).max));
        asked = uint16(bound(asked, 1, 10_000));
        offered = uint16(bound(offered, 0, asked - 1));
        uint256 id = _dispute(NATIVE, price, asked);
        vm.warp(START + bound(wait, 0, 60 days));
        vm.prank(seller);
        if (counters) book.counterDispute(id, offered);
        uint256 last = book.getDispute(id).settleableAfter;
        assertEq(last, (counters ? block.timestamp : START) + 60 days);
        vm.warp(last);
        _expectTooEarly(id, last);
        book.settleStaleDispute(id);
        vm.warp(last + 1);
        uint256 before = buyer.balance;
        book.settleStaleDispute(id);
        uint256 refund = uint256(price) * (counters ? asked + offered : 2 * asked) / 20_000;
        uint256 fee = (price - refund) * FEE_BPS / 10_000;
        assertEq(buyer.balance - before, refund);
        assertEq(treasury.balance, fee);
        assertEq(seller.balance, price - refund - fee);
        assertEq(address(book).balance, 0);
    }
}
