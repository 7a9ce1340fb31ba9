// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Admins} from "../../src/Admins.sol";
import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

contract ResolveDisputeTest is Base {
    function _resolve(uint256 id, uint256 refundAmount) private {
        vm.prank(admin);
        book.resolveDispute(id, refundAmount);
    }

    /// @dev A dispute that the seller has answered.
    function _countered(address token, uint256 price, uint256 asked, uint256 offered) private returns (uint256 id) {
        id = _dispute(token, price, asked);
        vm.prank(seller);
        book.counterDispute(id, offered);
    }

    function _refused(uint256 id, uint256 refundAmount, uint256 offered, uint256 asked) private {
        vm.expectRevert(
            abi.encodeWithSelector(OrderBook.DecisionOutOfBounds.selector, id, refundAmount, offered, asked)
        );
        _resolve(id, refundAmount);
    }

    // ---- Refusals: decisions that are not between offer and ask

    function test_rejectsMoreThanTheAsk() public {
        uint256 id = _countered(address(usdc), PRICE, ASKED, 1000);
        _refused(id, 50e6 + 1, 10e6, 50e6);
        _refused(id, PRICE, 10e6, 50e6);
        _refused(id, PRICE + 1, 10e6, 50e6);
        _refused(id, type(uint256).max, 10e6, 50e6);
        uint256 snapshot = vm.snapshotState();
        _resolve(id, 50e6);
        vm.revertToState(snapshot);
        _resolve(id, 50e6 - 1);
        assertEq(usdc.balanceOf(seller), (50e6 + 1) - uint256(50e6 + 1) * 1500 / 10_000);
    }

    function test_rejectsLessThanTheOffer() public {
        uint256 id = _countered(address(usdc), PRICE, ASKED, 1000);
        _refused(id, 10e6 - 1, 10e6, 50e6);
        _refused(id, 0, 10e6, 50e6);
        uint256 snapshot = vm.snapshotState();
        _resolve(id, 10e6);
        vm.revertToState(snapshot);
        _resolve(id, 10e6 + 1);
    }

    /// @dev The bounds follow ask and offer, which only come closer.
    function test_theBoundsFollowAskAndOffer() public {
        uint256 id = _countered(address(usdc), PRICE, ASKED, 1000);
        vm.prank(buyer);
        book.updateDispute(id, 4000);
        _refused(id, 40e6 + 1, 10e6, 40e6);
        vm.prank(seller);
        book.counterDispute(id, 3999);
        _refused(id, 3999e4 - 1, 3999e4, 40e6);
        _resolve(id, 3999e4);
        _assertStatus(id, OrderBook.Status.Completed);
    }

    /// @dev The bounds are rounded down as in an agreement: a decision never gives more than the buyer's own ask would.
    function test_theBoundsAreRoundedDown() public {
        uint256 id = _countered(NATIVE, 3, 5000, 3334);
        _refused(id, 0, 1, 1);
        _refused(id, 2, 1, 1);
        _resolve(id, 1);
        id = _countered(NATIVE, 1, 9999, 0);
        _refused(id, 1, 0, 0);
        _resolve(id, 0);
    }

    function test_allowsAFullRefundOnlyIfAskedFor() public {
        uint256 id = _countered(address(usdc), PRICE, 10_000, 0);
        _refused(id, PRICE + 1, 0, PRICE);
        vm.expectEmit(address(book));
        emit OrderBook.CompleteOrder(id, PRICE, 0, 0, true);
        _resolve(id, PRICE);
    }

    // ---- Refusals: decisions before the seller has answered or has had the time to answer

    function test_rejectsADecisionInTheBlockOfTheDispute() public {
        uint256 id = _dispute(address(usdc), PRICE, 10_000);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.TooEarly.selector, id, START + 72 hours + 1));
        _resolve(id, PRICE);
        assertEq(usdc.balanceOf(address(book)), PRICE);
    }

    function test_withoutAnAnswerWorksOnlyAfter72Hours() public {
        uint256 id = _dispute(address(usdc), PRICE, ASKED);
        bytes memory early = abi.encodeWithSelector(OrderBook.TooEarly.selector, id, START + 72 hours + 1);
        vm.warp(START + 72 hours - 1);
        vm.expectRevert(early);
        _resolve(id, 0);
        vm.warp(START + 72 hours);
        vm.expectRevert(early);
        _resolve(id, 0);
        vm.warp(START + 72 hours + 1);
        _refused(id, 50e6 + 1, 0, 50e6);
        uint256 snapshot = vm.snapshotState();
        _resolve(id, 0);
        vm.revertToState(snapshot);
        _resolve(id, 50e6);
        assertEq(usdc.balanceOf(treasury), 75e5);
    }

    /// @dev An offer of zero is an answer; a lower ask is not.
    function test_withAnAnswerWorksAtOnce() public {
        uint256 id = _dispute(address(usdc), PRICE, ASKED);
        vm.prank(buyer);
        book.updateDispute(id, 4000);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.TooEarly.selector, id, START + 72 hours + 1));
        _resolve(id, 40e6);
        vm.prank(seller);
        book.counterDispute(id, 0);
        _resolve(id, 0);
        _assertStatus(id, OrderBook.Status.Completed);
        assertEq(usdc.balanceOf(treasury), 15e6);
    }

    // ---- Results

    /// @dev 10 % platform fee and 5 % arbitration fee, both of the seller's part.
    function test_splitsAsDecidedAndChargesTheArbitrationFee() public {
        address[3] memory tokens = [NATIVE, address(usdc), address(usdt)];
        for (uint256 i = 0; i < tokens.length; ++i) {
            uint256 id = _countered(tokens[i], PRICE, ASKED, 0);
            uint256 before = _balance(tokens[i], buyer);
            vm.expectEmit(address(book));
            emit OrderBook.ResolveDispute(id, admin, 40e6, 500);
            vm.expectEmit(address(book));
            emit OrderBook.CompleteOrder(id, 40e6, 51e6, 9e6, true);
            _resolve(id, 40e6);
            _assertStatus(id, OrderBook.Status.Completed);
            assertEq(_balance(tokens[i], buyer), before + 40e6);
            assertEq(_balance(tokens[i], seller), 51e6);
            assertEq(_balance(tokens[i], treasury), 9e6);
            assertEq(_balance(tokens[i], address(book)), 0);
            assertEq(_balance(tokens[i], admin), 0);
        }
    }

    function test_rejectsASecondDecision() public {
        uint256 id = _countered(address(usdc), PRICE, ASKED, 1000);
        _resolve(id, 30e6);
        assertEq(usdc.balanceOf(seller), 70e6 * 85 / 100);
        _expectWrongStatus(id, OrderBook.Status.Completed);
        _resolve(id, 30e6);
    }

    /// @dev From the second in which anybody may settle, no admin can decide with another figure.
    function test_worksUntilAnybodyMaySettle() public {
        uint256 ignored = _dispute(address(usdc), PRICE, ASKED);
        uint256 countered = _dispute(address(usdc), PRICE, ASKED);
        uint256 other = _dispute(address(usdc), PRICE, ASKED);
        vm.warp(START + 60 days);
        vm.startPrank(seller);
        book.counterDispute(countered, 1000);
        book.counterDispute(other, 1000);
        vm.stopPrank();
        uint256 snapshot = vm.snapshotState();
        _resolve(ignored, 1);
        vm.revertToState(snapshot);
        vm.warp(START + 60 days + 1);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.TooLate.selector, ignored, START + 60 days));
        _resolve(ignored, 1);
        vm.warp(START + 120 days);
        _resolve(countered, 10e6);
        vm.warp(START + 120 days + 1);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.TooLate.selector, other, START + 120 days));
        _resolve(other, 10e6);
        book.settleStaleDispute(ignored);
        book.settleStaleDispute(other);
    }

    /// @dev An admin can move only the deposit of a disputed order.
    function test_rejectsOrdersWithoutADispute() public {
        for (uint256 s = 0; s <= uint256(OrderBook.Status.Completed); ++s) {
            uint256 id = _orderIn(OrderBook.Status(s));
            _expectWrongStatus(id, OrderBook.Status(s));
            _resolve(id, 0);
        }
        vm.expectRevert(abi.encodeWithSelector(OrderBook.UnknownOrder.selector, 99));
        _resolve(99, 0);
    }

    function test_rejectsOthersThanAdmins() public {
        uint256 id = _dispute(address(usdc), PRICE, ASKED);
        address[4] memory others = [buyer, seller, stranger, treasury];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Admins.NotAdmin.selector, others[i]));
            vm.prank(others[i]);
            book.resolveDispute(id, 0);
        }
    }

    function test_rejectsAnAdminWhoIsAParty() public {
        uint256 id = _dispute(address(usdc), PRICE, ASKED);
        address[2] memory parties = [buyer, seller];
        for (uint256 i = 0; i < parties.length; ++i) {
            vm.prank(owner);
            book.addAdmin(parties[i]);
            vm.startPrank(parties[i]);
            vm.expectRevert(abi.encodeWithSelector(OrderBook.PartyCannotResolve.selector, id, parties[i]));
            book.resolveDispute(id, i * PRICE);
            vm.stopPrank();
        }
        vm.prank(seller);
        book.counterDispute(id, 0);
        _resolve(id, PRICE / 2);
    }

    function test_chargesTheFeesOfTheOrder() public {
        uint256 id = _countered(address(usdc), PRICE, ASKED, 0);
        vm.startPrank(owner);
        book.setDefaultFee(0);
        book.setArbitrationFee(2000);
        vm.stopPrank();
        vm.expectEmit(address(book));
        emit OrderBook.ResolveDispute(id, admin, 0, 500);
        _resolve(id, 0);
        assertEq(usdc.balanceOf(treasury), 15e6);
    }

    function testFuzz_splitAddsUpToThePriceWithinTheCap(uint80 price, uint80 refund, uint16 feeBps, uint16 arbitrationFeeBps) public {
        price = uint80(bound(price, 1, type(uint80).max));
        refund = uint80(bound(refund, 0, price));
        vm.startPrank(owner);
        book.setArbitrationFee(0);
        book.setDefaultFee(bound(feeBps, 0, 2000));
        (uint256 fee,) = book.getDefaultFees();
        book.setArbitrationFee(bound(arbitrationFeeBps, 0, 2000 - fee));
        vm.stopPrank();
        (, uint256 arbitration) = book.getDefaultFees();
        uint256 id = _countered(NATIVE, price, 10_000, 0);
        uint256 before = buyer.balance;
        _resolve(id, refund);
        uint256 part = uint256(price) - refund;
        assertEq(buyer.balance - before, refund);
        assertEq(treasury.balance, part * (fee + arbitration) / 10_000);
        assertLe(treasury.balance, part * 2000 / 10_000);
        assertEq(seller.balance, part - treasury.balance);
        assertEq(address(book).balance, 0);
    }

    /// @dev A decision works between ask and offer and in time, and in no other case.
    function testFuzz_worksBetweenAskAndOfferInTime(uint80 price, uint16 asked, uint16 offered, bool answered, uint32 wait, uint256 refund)
        public
    {
        price = uint80(bound(price, 1, type(uint80).max));
        asked = uint16(bound(asked, 1, 10_000));
        offered = uint16(bound(offered, 0, asked - 1));
        uint256 id = answered ? _countered(NATIVE, price, asked, offered) : _dispute(NATIVE, price, asked);
        if (!answered) offered = 0;
        vm.warp(START + bound(wait, 0, 61 days));
        uint256 least = uint256(price) * offered / 10_000;
        uint256 most = uint256(price) * asked / 10_000;
        refund = bound(refund, least == 0 ? 0 : least - 1, most + 1);
        uint256 since = block.timestamp - START;
        if (since > 60 days) {
            vm.expectRevert(abi.encodeWithSelector(OrderBook.TooLate.selector, id, START + 60 days));
        } else if (!answered && since <= 72 hours) {
            vm.expectRevert(abi.encodeWithSelector(OrderBook.TooEarly.selector, id, START + 72 hours + 1));
        } else if (refund < least || refund > most) {
            vm.expectRevert(abi.encodeWithSelector(OrderBook.DecisionOutOfBounds.selector, id, refund, least, most));
        } else {
            uint256 before = buyer.balance;
            _resolve(id, refund);
            assertEq(buyer.balance - before, refund);
            return;
        }
        _resolve(id, refund);
    }
}
