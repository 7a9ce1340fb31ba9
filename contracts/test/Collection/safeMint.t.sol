// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Collection} from "../../src/Collection.sol";
import {HostileHolder} from "../mocks/HostileHolder.sol";
import {CollectionBase} from "./CollectionBase.sol";

contract SafeMintTest is CollectionBase {
    function testFuzz_safeMint_storesOwnerAndContent(uint256 tokenId, bytes32 content) public {
        vm.assume(content != 0);
        vm.expectEmit(address(collection));
        emit IERC721.Transfer(address(0), buyer, tokenId);
        vm.prank(creator);
        collection.safeMint(buyer, tokenId, content);
        assertEq(collection.ownerOf(tokenId), buyer);
        assertEq(collection.balanceOf(buyer), 1);
        assertEq(collection.contentOf(tokenId), content);
        assertEq(collection.transferCount(tokenId), 1);
        assertEq(collection.getApproved(tokenId), address(0));
    }

    function test_rejectsOthersThanTheCreator() public {
        address[3] memory others = [stranger, admin, address(factory)];
        for (uint256 i = 0; i < 3; ++i) {
            vm.startPrank(others[i]);
            vm.expectRevert(abi.encodeWithSelector(Collection.NotCreator.selector, others[i]));
            collection.safeMint(others[i], 1, CONTENT);
            vm.expectRevert(abi.encodeWithSelector(Collection.NotCreator.selector, others[i]));
            collection.safeMintBatch(others[i], 1, new bytes32[](1));
            vm.stopPrank();
        }
    }

    function test_rejectsAUsedTokenId() public {
        _mint(buyer, ID);
        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID));
        _mint(stranger, ID);
        // also fails after a burn
        vm.prank(buyer);
        collection.burn(ID);
        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID));
        _mint(stranger, ID);
    }

    function test_rejectsEmptyContent() public {
        vm.expectRevert(abi.encodeWithSelector(Collection.EmptyContent.selector, ID));
        vm.prank(creator);
        collection.safeMint(buyer, ID, 0);
    }

    function test_rejectsTheZeroAddress() public {
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        _mint(address(0), ID);
    }

    function test_revertsWhenTheReceiverRefuses() public {
        HostileHolder holder = new HostileHolder(buyer);
        _mint(address(holder), 1);
        assertEq(collection.ownerOf(1), address(holder));
        bytes memory refused = abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(holder));
        holder.onTokens(HostileHolder.Part.AnswersWrong);
        vm.expectRevert(refused);
        _mint(address(holder), 2);
        holder.onTokens(HostileHolder.Part.RevertsSilently);
        vm.expectRevert(refused);
        _mint(address(holder), 2);
        holder.onTokens(HostileHolder.Part.Reverts);
        vm.expectRevert(bytes("no"));
        _mint(address(holder), 2);
        // a contract that cannot receive tokens: the collection itself
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(collection)));
        _mint(address(collection), 2);
    }

    // ---- Editions

    function _contents(uint256 count) private pure returns (bytes32[] memory contents) {
        contents = new bytes32[](count);
        for (uint256 i = 0; i < count; ++i) contents[i] = keccak256(abi.encode(i));
    }

    function testFuzz_safeMintBatch_storesOwnersAndContents(uint256 first, uint256 count) public {
        count = bound(count, 1, 100);
        first = bound(first, 0, type(uint256).max - count);
        bytes32[] memory contents = _contents(count);
        vm.prank(creator);
        collection.safeMintBatch(buyer, first, contents);
        assertEq(collection.balanceOf(buyer), count);
        for (uint256 i = 0; i < count; ++i) {
            assertEq(collection.ownerOf(first + i), buyer);
            assertEq(collection.contentOf(first + i), contents[i]);
        }
        assertEq(collection.contentOf(first + count), 0);
    }

    function test_safeMintBatch_limitsTheSize() public {
        vm.startPrank(creator);
        vm.expectRevert(abi.encodeWithSelector(Collection.BatchOutOfBounds.selector, 0, 100));
        collection.safeMintBatch(buyer, 1, _contents(0));
        vm.expectRevert(abi.encodeWithSelector(Collection.BatchOutOfBounds.selector, 101, 100));
        collection.safeMintBatch(buyer, 1, _contents(101));
        collection.safeMintBatch(buyer, 1, _contents(100));
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        collection.safeMintBatch(buyer, type(uint256).max, _contents(2));
        vm.stopPrank();
    }

    /// @dev The batch succeeds completely or not at all.
    function test_safeMintBatch_rejectsAUsedTokenId() public {
        _mint(stranger, 3);
        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, 3));
        vm.prank(creator);
        collection.safeMintBatch(buyer, 1, _contents(3));
        assertEq(collection.balanceOf(buyer), 0);
    }

    function test_safeMintBatch_callsTheReceiver() public {
        HostileHolder holder = new HostileHolder(buyer);
        holder.onTokens(HostileHolder.Part.CallsBack);
        vm.prank(creator);
        collection.safeMintBatch(address(holder), 1, _contents(2));
        assertTrue(holder.calledBack());
        holder.onTokens(HostileHolder.Part.AnswersWrong);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(holder)));
        vm.prank(creator);
        collection.safeMintBatch(address(holder), 3, _contents(2));
    }
}
