// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection, IERC7572} from "../../src/Collection.sol";
import {CollectionBase} from "./CollectionBase.sol";

contract RoyaltyTest is CollectionBase {
    /// @dev The royalty is the share rounded down, and no price makes the call revert.
    function testFuzz_royaltyInfo_roundsDown(uint256 tokenId, uint256 salePrice) public view {
        (address recipient, uint256 amount) = collection.royaltyInfo(tokenId, salePrice);
        assertEq(recipient, royalties);
        if (salePrice < type(uint256).max / 500) assertEq(amount, salePrice * 500 / 10_000);
        else assertEq(amount, salePrice / 10_000 * 500 + salePrice % 10_000 * 500 / 10_000);
    }

    function test_setRoyalty_changesReceiverAndShare() public {
        vm.expectEmit(address(collection));
        emit Collection.RoyaltyChanged(stranger, 499);
        vm.expectEmit(address(collection));
        emit IERC7572.ContractURIUpdated();
        vm.prank(creator);
        collection.setRoyalty(stranger, 499);
        (address recipient, uint256 amount) = collection.royaltyInfo(ID, 10_000);
        assertEq(recipient, stranger);
        assertEq(amount, 499);
        assertEq(platform.getRoyaltyRecipient(address(collection), ID), stranger);
        assertEq(platform.getRoyaltyFee(address(collection), ID), 499);
    }

    function testFuzz_royaltiesNeverRise(uint16[8] calldata steps) public {
        uint256 current = ROYALTY_BPS;
        vm.startPrank(creator);
        for (uint256 i = 0; i < steps.length; ++i) {
            uint256 next = steps[i] % 600;
            if (next > current) vm.expectRevert(abi.encodeWithSelector(Collection.RoyaltyTooHigh.selector, next, current));
            else current = next;
            collection.setRoyalty(royalties, next);
        }
        vm.stopPrank();
        (, uint256 amount) = collection.royaltyInfo(ID, 10_000);
        assertEq(amount, current);
    }

    function test_setRoyalty_rejectsTheZeroAddress() public {
        vm.expectRevert(abi.encodeWithSelector(Collection.InvalidRoyaltyRecipient.selector, address(0)));
        vm.prank(creator);
        collection.setRoyalty(address(0), 0);
    }

    function test_setRoyalty_rejectsOthersThanTheCreator() public {
        vm.expectRevert(abi.encodeWithSelector(Collection.NotCreator.selector, royalties));
        vm.prank(royalties);
        collection.setRoyalty(royalties, 0);
    }
}
