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

    /// @dev 10 % fee and 5 % arbitration fee, both of the seller's part.
    function test_splitsAsDecidedAndChargesTheArbitration() public {
        address[3] memory tokens = [NATIVE, address(usdc), address(usdt)];
        for (uint256 i = 0; i < tokens.length; ++i) {
            uint256 id = _dispute(tokens[i], PRICE, ASKED);
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

    function test_fromNothingToThePriceAndNoMore() public {
        uint256 all = _dispute(address(usdc), PRICE, ASKED);
        uint256 nothing = _dispute(address(usdc), PRICE, ASKED);
        uint256[2] memory wrong = [PRICE + 1, type(uint256).max];
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(OrderBook.RefundOutOfBounds.selector, all, wrong[i], 0, PRICE));
            _resolve(all, wrong[i]);
        }
        vm.expectEmit(address(book));
        emit OrderBook.CompleteOrder(all, PRICE, 0, 0, true);
        _resolve(all, PRICE);
        vm.expectEmit(address(book));
        emit OrderBook.CompleteOrder(nothing, 0, 85e6, 15e6, true);
        _resolve(nothing, 0);
    }

    function test_endsCounteredDisputesTooAndOnce() public {
        uint256 id = _dispute(address(usdc), PRICE, ASKED);
        vm.prank(seller);
        book.counterDispute(id, 1000);
        _resolve(id, 30e6);
        assertEq(usdc.balanceOf(seller), 70e6 * 85 / 100);
        _expectWrongStatus(id, OrderBook.Status.Completed);
        _resolve(id, 30e6);
    }

    /// @dev From the second on in which anybody may settle, no admin can come before them with another figure.
    function test_upToTheLastSecondBeforeAnybodyMaySettle() public {
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
        _resolve(countered, 1);
        vm.warp(START + 120 days + 1);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.TooLate.selector, other, START + 120 days));
        _resolve(other, 1);
        book.settleStaleDispute(ignored);
        book.settleStaleDispute(other);
    }

    /// @dev The only deposits an admin reaches are disputed ones, and there is nobody but the two parties (and the fee) to send them to.
    function test_reachesNoOrderThatIsNotDisputed() public {
        for (uint256 s = 0; s <= uint256(OrderBook.Status.Completed); ++s) {
            uint256 id = _orderIn(OrderBook.Status(s));
            _expectWrongStatus(id, OrderBook.Status(s));
            _resolve(id, 0);
        }
        vm.expectRevert(abi.encodeWithSelector(OrderBook.UnknownOrder.selector, 99));
        _resolve(99, 0);
    }

    function test_onlyAnAdmin() public {
        uint256 id = _dispute(address(usdc), PRICE, ASKED);
        address[4] memory others = [buyer, seller, stranger, treasury];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Admins.NotAdmin.selector, others[i]));
            vm.prank(others[i]);
            book.resolveDispute(id, 0);
        }
    }

    function test_neverInTheAdminsOwnCase() public {
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
        _resolve(id, PRICE / 2);
    }

    function test_chargesTheFeesOfTheOrderNotThoseOfTheDay() public {
        uint256 id = _dispute(address(usdc), PRICE, ASKED);
        vm.startPrank(owner);
        book.setDefaultFee(0);
        book.setArbitrationFee(2000);
        vm.stopPrank();
        vm.expectEmit(address(book));
        emit OrderBook.ResolveDispute(id, admin, 0, 500);
        _resolve(id, 0);
        assertEq(usdc.balanceOf(treasury), 15e6);
    }

    function testFuzz_splitsToTheLastUnitWithinTheCap(uint80 price, uint80 refund, uint16 feeBps, uint16 arbitrationFeeBps) public {
        price = uint80(bound(price, 1, type(uint80).max));
        refund = uint80(bound(refund, 0, price));
        vm.startPrank(owner);
        book.setArbitrationFee(0);
        book.setDefaultFee(bound(feeBps, 0, 2000));
        (uint256 fee,) = book.getDefaultFees();
        book.setArbitrationFee(bound(arbitrationFeeBps, 0, 2000 - fee));
        vm.stopPrank();
        (, uint256 arbitration) = book.getDefaultFees();
        uint256 id = _dispute(NATIVE, price, ASKED);
        uint256 before = buyer.balance;
        _resolve(id, refund);
        uint256 part = uint256(price) - refund;
        assertEq(buyer.balance - before, refund);
        assertEq(treasury.balance, part * (fee + arbitration) / 10_000);
        assertLe(treasury.balance, part * 2000 / 10_000);
        assertEq(seller.balance, part - treasury.balance);
        assertEq(address(book).balance, 0);
    }
}
