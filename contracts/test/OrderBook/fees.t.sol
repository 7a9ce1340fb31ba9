// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {OrderBook} from "../../src/OrderBook.sol";
import {Settings} from "../../src/Settings.sol";
import {Base} from "../Base.t.sol";

contract FeesTest is Base {
    function _fees(uint256 id) private view returns (uint256 feeBps, uint256 arbitrationFeeBps) {
        OrderBook.Order memory order = book.getOrder(id);
        return (order.feeBps, order.arbitrationFeeBps);
    }

    function _assertFees(uint256 id, uint256 feeBps, uint256 arbitrationFeeBps) private view {
        (uint256 fee, uint256 arbitration) = _fees(id);
        assertEq(fee, feeBps);
        assertEq(arbitration, arbitrationFeeBps);
    }

    function test_anOrderKeepsItsFees() public {
        uint256 before = _propose(NATIVE, PRICE);
        vm.startPrank(owner);
        vm.expectEmit(address(book));
        emit Settings.DefaultFeeChanged(250);
        book.setDefaultFee(250);
        vm.expectEmit(address(book));
        emit Settings.ArbitrationFeeChanged(700, 2);
        book.setArbitrationFee(700);
        vm.stopPrank();
        uint256 between = _propose(NATIVE, PRICE);
        vm.startPrank(owner);
        book.setArbitrationFee(600);
        // set again before any order: only the last value counts
        book.setArbitrationFee(100);
        vm.stopPrank();
        uint256 later = _propose(NATIVE, PRICE);

        _assertFees(before, FEE_BPS, 500);
        _assertFees(between, 250, 700);
        _assertFees(later, 250, 100);
        _bringTo(before, OrderBook.Status.Completed);
        _bringTo(between, OrderBook.Status.Completed);
        assertEq(treasury.balance, FEE + PRICE * 250 / 10_000);
    }

    function test_aCustomFeeOfZeroReplacesTheDefaultFee() public {
        (bool set, uint256 feeBps) = book.getCustomFees(seller);
        assertFalse(set);
        assertEq(feeBps, FEE_BPS);

        vm.expectEmit(address(book));
        emit Settings.CustomFeeChanged(seller, true, 0);
        vm.prank(owner);
        book.setCustomFee(seller, 0);
        (set, feeBps) = book.getCustomFees(seller);
        assertTrue(set);
        assertEq(feeBps, 0);
        uint256 id = _orderIn(OrderBook.Status.Completed);
        _assertFees(id, 0, 500);
        assertEq(usdc.balanceOf(seller), PRICE);
        assertEq(usdc.balanceOf(treasury), 0);

        vm.expectEmit(address(book));
        emit Settings.CustomFeeChanged(seller, false, FEE_BPS);
        vm.prank(owner);
        book.removeCustomFee(seller);
        _assertFees(_propose(NATIVE, PRICE), FEE_BPS, 500);
    }

    function test_limitsTheSumOfBothFees() public {
        vm.startPrank(owner);
        book.setDefaultFee(1500);
        vm.expectRevert(abi.encodeWithSelector(Settings.FeeTooHigh.selector, 1501, 1500));
        book.setDefaultFee(1501);
        book.setCustomFee(seller, 1500);
        vm.expectRevert(abi.encodeWithSelector(Settings.FeeTooHigh.selector, 1501, 1500));
        book.setCustomFee(seller, 1501);
        vm.expectRevert(abi.encodeWithSelector(Settings.FeeTooHigh.selector, 501, 500));
        book.setArbitrationFee(501);
        vm.expectRevert(abi.encodeWithSelector(Settings.FeeTooHigh.selector, type(uint256).max, 1500));
        book.setDefaultFee(type(uint256).max);
        book.setArbitrationFee(0);
        book.setDefaultFee(2000);
        vm.stopPrank();
        (uint256 feeBps, uint256 arbitrationFeeBps) = book.getDefaultFees();
        assertEq(feeBps, 2000);
        assertEq(arbitrationFeeBps, 0);
    }

    /// @dev A custom fee set while the arbitration fee was low leaves only the rest of the cap to a later, higher arbitration fee.
    function test_aCustomFeeReducesALaterArbitrationFee() public {
        vm.startPrank(owner);
        book.setArbitrationFee(100);
        book.setCustomFee(seller, 1900);
        book.setArbitrationFee(800);
        vm.stopPrank();
        vm.expectEmit(address(book));
        emit OrderBook.NewOrder(1, buyer, seller, PRODUCT, PRICE, NATIVE, DAYS, 1900, 100, 0, type(uint64).max);
        _assertFees(_propose(NATIVE, PRICE), 1900, 100);
    }

    function testFuzz_noOrderExceedsTheCap(uint256 seed) public {
        for (uint256 i = 0; i < 20; ++i) {
            uint256 word = uint256(keccak256(abi.encode(seed, i)));
            uint256 value = (word >> 8) % 2500;
            vm.startPrank(owner);
            if (word % 4 == 0) try book.setDefaultFee(value) {} catch {}
            if (word % 4 == 1) try book.setCustomFee(seller, value) {} catch {}
            if (word % 4 == 2) try book.setArbitrationFee(value) {} catch {}
            if (word % 4 == 3) book.removeCustomFee(seller);
            vm.stopPrank();
            (uint256 feeBps, uint256 arbitrationFeeBps) = _fees(_propose(NATIVE, PRICE));
            assertLe(feeBps + arbitrationFeeBps, 2000);
        }
    }

    function test_rejectsOthersThanTheOwner() public {
        bytes[5] memory calls = [
            abi.encodeCall(Settings.setDefaultFee, (1)),
            abi.encodeCall(Settings.setCustomFee, (seller, 1)),
            abi.encodeCall(Settings.removeCustomFee, (seller)),
            abi.encodeCall(Settings.setArbitrationFee, (1)),
            abi.encodeCall(Settings.setTreasury, (stranger))
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            address[2] memory callers = [stranger, admin];
            for (uint256 c = 0; c < 2; ++c) {
                vm.prank(callers[c]);
                (bool ok, bytes memory answer) = address(book).call(calls[i]);
                assertFalse(ok);
                assertEq(answer, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, callers[c]));
            }
        }
    }

    function test_rejectsAnInvalidTreasury() public {
        address[2] memory wrong = [address(0), address(book)];
        vm.startPrank(owner);
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Settings.InvalidTreasury.selector, wrong[i]));
            book.setTreasury(wrong[i]);
        }
        vm.expectEmit(address(book));
        emit Settings.TreasuryChanged(stranger);
        book.setTreasury(stranger);
        assertEq(book.treasuryAddress(), stranger);
    }
}
