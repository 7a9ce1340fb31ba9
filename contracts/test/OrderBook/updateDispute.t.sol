// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

contract UpdateDisputeTest is Base {
    uint256 private id;

    function setUp() public override {
        super.setUp();
        id = _dispute(address(usdc), PRICE, ASKED);
    }

    function _update(uint256 amount) private {
        vm.prank(buyer);
        book.updateDispute(id, amount);
    }

    function _counter(uint256 amount) private {
        vm.prank(seller);
        book.counterDispute(id, amount);
    }

    function _expectOutOfBounds(uint256 amount, uint256 least, uint256 most) private {
        vm.expectRevert(abi.encodeWithSelector(OrderBook.RefundOutOfBounds.selector, id, amount, least, most));
    }

    function test_lowersTheAskAndKeepsTheDeadline() public {
        vm.warp(START + 59 days);
        vm.expectEmit(address(book));
        emit OrderBook.UpdateDispute(id, 4999);
        _update(4999);
        _update(1);
        OrderBook.Dispute memory dispute = book.getDispute(id);
        assertEq(dispute.amount, 1);
        assertEq(dispute.disputeTimestamp, START);
        assertEq(dispute.settleableAfter, START + 60 days);
        assertEq(book.getOrder(id).deliveryTimestamp, START);
        _assertStatus(id, OrderBook.Status.Disputed);
        assertEq(usdc.balanceOf(address(book)), PRICE);
    }

    function test_rejectsAHigherAsk() public {
        uint256[4] memory wrong = [ASKED, ASKED + 1, 10_000, type(uint256).max];
        for (uint256 i = 0; i < wrong.length; ++i) {
            _expectOutOfBounds(wrong[i], 0, ASKED - 1);
            _update(wrong[i]);
        }
        _update(3000);
        _expectOutOfBounds(3000, 0, 2999);
        _update(3000);
    }

    function test_rejectsAnAskBelowTheOffer() public {
        _counter(2000);
        _expectOutOfBounds(1999, 2000, ASKED - 1);
        _update(1999);
        _update(2001);
        assertEq(book.getDispute(id).amount, 2001);
        assertEq(book.getDispute(id).settleableAfter, START + 60 days);
    }

    /// @dev Asking for exactly the seller's offer is an agreement: the refund is paid at once, without an arbitration fee.
    function test_anAskEqualToTheOfferEndsTheDispute() public {
        _counter(2000);
        uint256 before = usdc.balanceOf(buyer);
        vm.expectEmit(address(book));
        emit OrderBook.UpdateDispute(id, 2000);
        vm.expectEmit(address(book));
        emit OrderBook.AcceptDispute(id, 2000);
        vm.expectEmit(address(book));
        emit OrderBook.CompleteOrder(id, 20e6, 72e6, 8e6, true);
        _update(2000);
        _assertStatus(id, OrderBook.Status.Completed);
        assertEq(usdc.balanceOf(buyer), before + 20e6);
        assertEq(usdc.balanceOf(seller), 72e6);
        assertEq(usdc.balanceOf(treasury), 8e6);
        OrderBook.Dispute memory dispute = book.getDispute(id);
        assertEq(dispute.amount, dispute.counterAmount);
    }

    /// @dev Before a counter the offer is 0; a buyer who asks for 0 withdraws the dispute.
    function test_anAskOfZeroWithdrawsTheDispute() public {
        vm.expectEmit(address(book));
        emit OrderBook.CompleteOrder(id, 0, PRICE - FEE, FEE, true);
        _update(0);
        _assertStatus(id, OrderBook.Status.Completed);
        assertEq(usdc.balanceOf(seller), PRICE - FEE);
    }

    function test_anAskOfZeroEndsADisputeWithAnOfferOfZero() public {
        _counter(0);
        _update(0);
        _assertStatus(id, OrderBook.Status.Completed);
        assertEq(usdc.balanceOf(seller), PRICE - FEE);
    }

    /// @dev If the seller raises the offer just before the buyer agrees to the old one, the agreement reverts and the dispute continues.
    function test_rejectsAnAskBelowARaisedOffer() public {
        _counter(2000);
        _counter(2500);
        _expectOutOfBounds(2000, 2500, ASKED - 1);
        _update(2000);
        _assertStatus(id, OrderBook.Status.Disputed);
    }

    function test_rejectsOthersThanTheBuyer() public {
        address[3] memory others = [seller, stranger, admin];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(OrderBook.NotBuyer.selector, id, others[i]));
            vm.prank(others[i]);
            book.updateDispute(id, 1);
        }
        _update(0);
        _expectWrongStatus(id, OrderBook.Status.Completed);
        _update(0);
    }

    function testFuzz_askAndOfferOnlyConverge(uint256 seed) public {
        (uint256 asked, uint256 offered) = (ASKED, 0);
        for (uint256 i = 0; i < 40 && _status(id) == OrderBook.Status.Disputed; ++i) {
            uint256 word = uint256(keccak256(abi.encode(seed, i)));
            uint256 figure = (word >> 8) % (asked + 20);
            vm.prank(word % 2 == 0 ? buyer : seller);
            if (word % 2 == 0) try book.updateDispute(id, figure) {} catch {}
            else try book.counterDispute(id, figure) {} catch {}
            OrderBook.Dispute memory dispute = book.getDispute(id);
            assertLe(dispute.amount, asked);
            assertGe(dispute.counterAmount, offered);
            assertEq(dispute.amount == dispute.counterAmount, dispute.status == OrderBook.Status.Completed);
            assertLe(dispute.counterAmount, dispute.amount);
            (asked, offered) = (dispute.amount, dispute.counterAmount);
        }
    }
}
