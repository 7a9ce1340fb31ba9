// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

contract DisputeOrderTest is Base {
    function test_opensADisputeAndMovesNoMoney() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        vm.warp(START + 3 days);
        vm.expectEmit(address(book));
        emit OrderBook.DisputeOrder(id, 2500);
        vm.prank(buyer);
        book.disputeOrder(id, 2500);
        _assertStatus(id, OrderBook.Status.Disputed);
        assertEq(book.getOrder(id).deliveryTimestamp, START + 3 days);
        OrderBook.Dispute memory dispute = book.getDispute(id);
        assertEq(dispute.orderId, id);
        assertEq(dispute.amount, 2500);
        assertEq(dispute.counterAmount, 0);
        assertFalse(dispute.countered);
        assertEq(dispute.disputeTimestamp, START + 3 days);
        assertEq(dispute.counterTimestamp, 0);
        assertEq(dispute.arbitrationFeeBps, 500);
        assertEq(dispute.settleableAfter, START + 63 days);
        assertEq(uint256(dispute.status), uint256(OrderBook.Status.Disputed));
        assertEq(usdc.balanceOf(address(book)), PRICE);
    }

    function test_limitsTheAsk() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        uint256[4] memory wrong = [uint256(0), 10_001, 65_536 + 5000, type(uint256).max];
        vm.startPrank(buyer);
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(OrderBook.RefundOutOfBounds.selector, id, wrong[i], 1, 10_000));
            book.disputeOrder(id, wrong[i]);
        }
        book.disputeOrder(id, 1);
        vm.stopPrank();
        uint256 other = _orderIn(OrderBook.Status.Delivered);
        vm.prank(buyer);
        book.disputeOrder(other, 10_000);
        assertEq(book.getDispute(id).amount, 1);
        assertEq(book.getDispute(other).amount, 10_000);
    }

    /// @dev The buyer can open a dispute until the delivery is claimed, and not afterwards.
    function test_worksAfterFourteenDaysUntilTheDeliveryIsClaimed() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        uint256 claimed = _orderIn(OrderBook.Status.Delivered);
        vm.warp(START + 100 days);
        book.claimDelivered(claimed);
        vm.startPrank(buyer);
        book.disputeOrder(id, ASKED);
        _assertStatus(id, OrderBook.Status.Disputed);
        _expectWrongStatus(claimed, OrderBook.Status.Completed);
        book.disputeOrder(claimed, ASKED);
    }

    function test_rejectsOthersAndASecondDispute() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        address[3] memory others = [seller, stranger, admin];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(OrderBook.NotBuyer.selector, id, others[i]));
            vm.prank(others[i]);
            book.disputeOrder(id, ASKED);
        }
        vm.startPrank(buyer);
        book.disputeOrder(id, ASKED);
        _expectWrongStatus(id, OrderBook.Status.Disputed);
        book.disputeOrder(id, ASKED);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.UnknownOrder.selector, 99));
        book.disputeOrder(99, ASKED);
    }

    /// @dev The deposit stays until the dispute ends: the functions that end an order without a dispute do not work.
    function test_releasesNothingDuringADispute() public {
        uint256 id = _dispute(address(usdc), PRICE, ASKED);
        vm.warp(START + 30 days);
        _expectWrongStatus(id, OrderBook.Status.Disputed);
        book.claimDelivered(id);
        vm.startPrank(buyer);
        _expectWrongStatus(id, OrderBook.Status.Disputed);
        book.completeOrder(id);
        _expectWrongStatus(id, OrderBook.Status.Disputed);
        book.cancelOrder(id);
        vm.stopPrank();
        vm.prank(seller);
        _expectWrongStatus(id, OrderBook.Status.Disputed);
        book.rejectOrder(id);
        assertEq(usdc.balanceOf(address(book)), PRICE);
    }

    /// @dev The arbitration fee is the one at the time of the order.
    function test_keepsTheArbitrationFeeOfTheOrder() public {
        uint256 before = _orderIn(OrderBook.Status.Delivered);
        vm.prank(owner);
        book.setArbitrationFee(900);
        uint256 later = _orderIn(OrderBook.Status.Delivered);
        vm.startPrank(buyer);
        book.disputeOrder(before, ASKED);
        book.disputeOrder(later, ASKED);
        assertEq(book.getDispute(before).arbitrationFeeBps, 500);
        assertEq(book.getDispute(later).arbitrationFeeBps, 900);
    }

    function test_worksWhilePausedAndWithItsTokenDisabled() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        vm.startPrank(owner);
        book.setPaused(true);
        book.setPayableToken(address(usdc), false);
        vm.stopPrank();
        vm.prank(buyer);
        book.disputeOrder(id, ASKED);
        vm.prank(seller);
        book.acceptDispute(id, ASKED);
        assertEq(usdc.balanceOf(seller), 45e6);
    }

    function test_getDisputeRevertsBeforeADispute() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.NeverDisputed.selector, id));
        book.getDispute(id);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.UnknownOrder.selector, 99));
        book.getDispute(99);
    }
}
