// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Platform} from "../../src/Platform.sol";
import {CollectionBase} from "../Collection/CollectionBase.sol";

contract PlatformFeesTest is CollectionBase {
    function _assertFee(address seller, uint256 expected) private view {
        (uint256 feeBps, address to) = platform.getPlatformFees(seller);
        assertEq(feeBps, expected);
        assertEq(to, treasury);
    }

    function test_theDefaultFeeAppliesToEverySeller() public {
        _assertFee(creator, FEE_BPS);
        _assertFee(stranger, FEE_BPS);
        vm.expectEmit(address(platform));
        emit Platform.DefaultFeeChanged(500);
        vm.prank(owner);
        platform.setDefaultFees(500);
        assertEq(platform.getDefaultFees(), 500);
        _assertFee(stranger, 500);
        (bool set, uint256 feeBps) = platform.getCustomFees(stranger);
        assertFalse(set);
        assertEq(feeBps, 500);
    }

    function test_aCustomFeeOfZeroReplacesTheDefaultFee() public {
        vm.expectEmit(address(platform));
        emit Platform.CustomFeeChanged(creator, true, 0);
        vm.prank(owner);
        platform.setCustomFees(creator, 0);
        _assertFee(creator, 0);
        _assertFee(stranger, FEE_BPS);
        (bool set, uint256 feeBps) = platform.getCustomFees(creator);
        assertTrue(set);
        assertEq(feeBps, 0);
        // a new default fee does not change the custom fee
        vm.prank(owner);
        platform.setDefaultFees(2000);
        _assertFee(creator, 0);
    }

    function test_removeCustomFees_restoresTheDefaultFee() public {
        vm.startPrank(owner);
        platform.setCustomFees(creator, 2000);
        _assertFee(creator, 2000);
        vm.expectEmit(address(platform));
        emit Platform.CustomFeeChanged(creator, false, FEE_BPS);
        platform.removeCustomFees(creator);
        vm.stopPrank();
        _assertFee(creator, FEE_BPS);
        (bool set,) = platform.getCustomFees(creator);
        assertFalse(set);
    }

    function testFuzz_rejectsAFeeAboveTheCap(uint256 feeBps) public {
        uint256 limit = platform.MAX_FEE_BPS();
        assertEq(limit, 2000);
        bytes memory refused = abi.encodeWithSelector(Platform.FeeTooHigh.selector, feeBps, limit);
        vm.startPrank(owner);
        if (feeBps > limit) vm.expectRevert(refused);
        platform.setDefaultFees(feeBps);
        if (feeBps > limit) vm.expectRevert(refused);
        platform.setCustomFees(creator, feeBps);
        vm.stopPrank();
        _assertFee(stranger, feeBps > limit ? FEE_BPS : feeBps);
        _assertFee(creator, feeBps > limit ? FEE_BPS : feeBps);
    }

    function test_allowsTheCap() public {
        vm.startPrank(owner);
        platform.setDefaultFees(2000);
        platform.setCustomFees(creator, 2000);
        vm.expectRevert(abi.encodeWithSelector(Platform.FeeTooHigh.selector, 2001, 2000));
        platform.setDefaultFees(2001);
        vm.expectRevert(abi.encodeWithSelector(Platform.FeeTooHigh.selector, 2001, 2000));
        platform.setCustomFees(creator, 2001);
        vm.stopPrank();
    }

    function test_setTreasury_changesTheReceiver() public {
        assertEq(platform.treasuryAddress(), treasury);
        vm.expectEmit(address(platform));
        emit Platform.TreasuryChanged(stranger);
        vm.prank(owner);
        platform.setTreasury(stranger);
        assertEq(platform.treasuryAddress(), stranger);
        (uint256 feeBps, address to) = platform.getPlatformFees(creator);
        assertEq(feeBps, FEE_BPS);
        assertEq(to, stranger);
    }

    function test_rejectsAnInvalidTreasury() public {
        vm.startPrank(owner);
        vm.expectRevert(abi.encodeWithSelector(Platform.InvalidTreasury.selector, address(0)));
        platform.setTreasury(address(0));
        vm.expectRevert(abi.encodeWithSelector(Platform.InvalidTreasury.selector, address(platform)));
        platform.setTreasury(address(platform));
        vm.stopPrank();
    }

    function test_rejectsInvalidConstructorArguments() public {
        vm.expectRevert(abi.encodeWithSelector(Platform.FeeTooHigh.selector, 2001, 2000));
        this.newPlatform(owner, 2001, treasury);
        vm.expectRevert(abi.encodeWithSelector(Platform.InvalidTreasury.selector, address(0)));
        this.newPlatform(owner, FEE_BPS, address(0));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        this.newPlatform(address(0), FEE_BPS, treasury);
    }

    /// @dev External, because expectRevert needs the creation as one call.
    function newPlatform(address firstAdmin, uint256 feeBps, address fees) external returns (Platform) {
        return _newPlatform(firstAdmin, feeBps, fees);
    }

    function test_disablesATokenAndRejectsAddressesWithoutCode() public {
        assertTrue(platform.isPayableToken(NATIVE));
        assertTrue(platform.isPayableToken(address(usdc)));
        assertFalse(platform.isPayableToken(stranger));
        vm.startPrank(owner);
        vm.expectEmit(address(platform));
        emit Platform.PayableTokenChanged(address(usdc), false);
        platform.setPayableToken(address(usdc), false);
        assertFalse(platform.isPayableToken(address(usdc)));
        vm.expectRevert(abi.encodeWithSelector(Platform.TokenWithoutCode.selector, stranger));
        platform.setPayableToken(stranger, true);
        vm.expectRevert(abi.encodeWithSelector(Platform.TokenWithoutCode.selector, NATIVE));
        platform.setPayableToken(NATIVE, false);
        vm.stopPrank();
    }

    function test_rejectsNativeCoin() public {
        vm.prank(buyer);
        (bool ok,) = address(platform).call{value: 1}("");
        assertFalse(ok);
    }
}
