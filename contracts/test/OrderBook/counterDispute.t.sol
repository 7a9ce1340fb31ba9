// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

contract CounterDisputeTest is Base {
    uint256 private id;

    function setUp() public override {
        super.setUp();
        id = _dispute(address(usdc), PRICE, ASKED);
    }

    function _counter(uint256 amount) private {
        vm.prank(seller);
        book.counterDispute(id, amount);
    }

    function _expectOutOfBounds(uint256 amount, uint256 least, uint256 most) private {
        vm.expectRevert(abi.encodeWithSelector(OrderBook.RefundOutOfBounds.selector, id, amount, least, most));
    }

    function test_recordsTheOfferAndStartsTheDeadline() public {
        vm.warp(START + 20 days);
        vm.expectEmit(address(book));
        emit OrderBook.CounterDispute(id, 1000);
        _counter(1000);
        OrderBook.Dispute memory dispute = book.getDispute(id);
        assertEq(dispute.amount, ASKED);
        assertEq(dispute.counterAmount, 1000);
        assertTrue(dispute.countered);
        assertEq(dispute.disputeTimestamp, START);
        assertEq(dispute.counterTimestamp, START + 20 days);
        assertEq(dispute.settleableAfter, START + 80 days);
        _assertStatus(id, OrderBook.Status.Disputed);
        assertEq(usdc.balanceOf(address(book)), PRICE);
    }

    function test_anOfferOfZeroCountsAsACounter() public {
        _counter(0);
        assertTrue(book.getDispute(id).countered);
        assertEq(book.getDispute(id).counterAmount, 0);
        // the next offer must be higher
        _expectOutOfBounds(0, 1, ASKED - 1);
        _counter(0);
        _counter(1);
    }

    function test_rejectsAnOfferNotBelowTheAsk() public {
        uint256[4] memory wrong = [ASKED, ASKED + 1, 10_000, type(uint256).max];
        for (uint256 i = 0; i < wrong.length; ++i) {
            _expectOutOfBounds(wrong[i], 0, ASKED - 1);
            _counter(wrong[i]);
        }
        _counter(ASKED - 1);
        // no figure is left between ask and offer: only the seller can accept, or the buyer can lower the ask by the last basis point
        _expectOutOfBounds(ASKED, ASKED, ASKED - 1);
        _counter(ASKED);
    }

    function test_allowsOffersUpTo9999IfTheAskIsAFullRefund() public {
        id = _dispute(address(usdc), PRICE, 10_000);
        _expectOutOfBounds(10_000, 0, 9999);
        _counter(10_000);
        _counter(9999);
        assertEq(book.getDispute(id).counterAmount, 9999);
    }

    /// @dev Offers can only be raised, and only the first one sets the deadline: otherwise the seller could hold the money without limit,
    /// or lower the midpoint in the last second.
    function test_offersOnlyRiseAndOnlyTheFirstSetsTheDeadline() public {
        _counter(1000);
        vm.warp(START + 60 days);
        _expectOutOfBounds(999, 1001, ASKED - 1);
        _counter(999);
        _expectOutOfBounds(1000, 1001, ASKED - 1);
        _counter(1000);
        _counter(3000);
        OrderBook.Dispute memory dispute = book.getDispute(id);
        assertEq(dispute.counterAmount, 3000);
        assertEq(dispute.counterTimestamp, START);
        assertEq(dispute.settleableAfter, START + 60 days);
    }

    /// @dev After 60 days without an answer a dispute is decided for the buyer, so a first offer is rejected even before the dispute is
    /// settled.
    function test_acceptsTheFirstOfferUntilTheLastSecond() public {
        vm.warp(START + 60 days + 1);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.TooLate.selector, id, START + 60 days));
        _counter(1000);
        vm.warp(START + 60 days);
        _counter(1000);
        assertEq(book.getDispute(id).settleableAfter, START + 120 days);
        // a higher offer is possible at any time
        vm.warp(START + 300 days);
        _counter(1001);
        assertEq(book.getDispute(id).counterAmount, 1001);
    }

    function test_rejectsOthersThanTheSeller() public {
        address[3] memory others = [buyer, stranger, admin];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(OrderBook.NotSeller.selector, id, others[i]));
            vm.prank(others[i]);
            book.counterDispute(id, 1);
        }
        uint256 delivered = _orderIn(OrderBook.Status.Delivered);
        _expectWrongStatus(delivered, OrderBook.Status.Delivered);
        vm.prank(seller);
        book.counterDispute(delivered, 1);
    }
}
