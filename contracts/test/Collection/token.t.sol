// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/token/ERC721/extensions/IERC721Metadata.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {IERC7572, ITransferCount} from "../../src/Collection.sol";
import {HostileHolder} from "../mocks/HostileHolder.sol";
import {CollectionBase} from "./CollectionBase.sol";

/// @dev The ERC-721 functions, which the collection implements with its own storage.
contract TokenTest is CollectionBase {
    function setUp() public override {
        super.setUp();
        _mint(buyer, ID);
        _mint(buyer, ID + 1);
    }

    function _unknown(uint256 tokenId) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, tokenId);
    }

    function test_supportsTheExpectedInterfaces() public view {
        assertTrue(collection.supportsInterface(0x01ffc9a7), "ERC-165");
        assertTrue(collection.supportsInterface(0x80ac58cd), "ERC-721");
        assertTrue(collection.supportsInterface(0x5b5e139f), "ERC-721 metadata");
        assertTrue(collection.supportsInterface(0x2a55205a), "ERC-2981");
        assertTrue(collection.supportsInterface(0x49064906), "ERC-4906");
        assertTrue(collection.supportsInterface(0xe8a3d485), "ERC-7572");
        assertTrue(collection.supportsInterface(type(ITransferCount).interfaceId), "transfer count");
        assertEq(type(IERC165).interfaceId, bytes4(0x01ffc9a7));
        assertEq(type(IERC721).interfaceId, bytes4(0x80ac58cd));
        assertEq(type(IERC721Metadata).interfaceId, bytes4(0x5b5e139f));
        assertEq(type(IERC2981).interfaceId, bytes4(0x2a55205a));
        assertEq(type(IERC7572).interfaceId, bytes4(0xe8a3d485));
        assertFalse(collection.supportsInterface(0xffffffff));
        assertFalse(collection.supportsInterface(0x780e9d63), "enumerable");
    }

    function testFuzz_supportsNoOtherInterface(bytes4 id) public view {
        bytes4[7] memory known = [
            bytes4(0x01ffc9a7),
            bytes4(0x80ac58cd),
            bytes4(0x5b5e139f),
            bytes4(0x2a55205a),
            bytes4(0x49064906),
            bytes4(0xe8a3d485),
            type(ITransferCount).interfaceId
        ];
        for (uint256 i = 0; i < known.length; ++i) if (id == known[i]) return;
        assertFalse(collection.supportsInterface(id));
    }

    function test_transferFrom_movesTheToken() public {
        vm.expectEmit(address(collection));
        emit IERC721.Transfer(buyer, stranger, ID);
        vm.prank(buyer);
        collection.transferFrom(buyer, stranger, ID);
        assertEq(collection.ownerOf(ID), stranger);
        assertEq(collection.ownerOf(ID + 1), buyer);
        assertEq(collection.balanceOf(buyer), 1);
        assertEq(collection.balanceOf(stranger), 1);
    }

    function test_transferFrom_rejectsInvalidTransfers() public {
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, stranger, ID));
        vm.prank(stranger);
        collection.transferFrom(buyer, stranger, ID);
        // the creator has no rights
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, creator, ID));
        vm.prank(creator);
        collection.transferFrom(buyer, creator, ID);
        vm.startPrank(buyer);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721IncorrectOwner.selector, stranger, ID, buyer));
        collection.transferFrom(stranger, buyer, ID);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        collection.transferFrom(buyer, address(0), ID);
        vm.expectRevert(_unknown(99));
        collection.transferFrom(buyer, stranger, 99);
        vm.stopPrank();
    }

    function test_safeTransferFrom_asksTheReceiver() public {
        HostileHolder holder = new HostileHolder(buyer);
        vm.startPrank(buyer);
        collection.safeTransferFrom(buyer, address(holder), ID);
        assertEq(collection.ownerOf(ID), address(holder));
        holder.onTokens(HostileHolder.Part.AnswersWrong);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, holder));
        collection.safeTransferFrom(buyer, address(holder), ID + 1, "data");
        vm.stopPrank();
    }

    function test_anApprovalEndsWithTheTransfer() public {
        vm.prank(buyer);
        collection.approve(stranger, ID);
        assertEq(collection.getApproved(ID), stranger);
        vm.prank(stranger);
        collection.transferFrom(buyer, creator, ID);
        // an approval ends with the transfer, even if the token comes back
        assertEq(collection.getApproved(ID), address(0));
        vm.prank(creator);
        collection.transferFrom(creator, buyer, ID);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, stranger, ID));
        vm.prank(stranger);
        collection.transferFrom(buyer, stranger, ID);
    }

    function test_operatorsTransferAndApproveUntilRevoked() public {
        vm.prank(buyer);
        collection.setApprovalForAll(stranger, true);
        assertTrue(collection.isApprovedForAll(buyer, stranger));
        vm.startPrank(stranger);
        collection.transferFrom(buyer, creator, ID);
        collection.approve(creator, ID + 1);
        vm.stopPrank();
        vm.prank(buyer);
        collection.setApprovalForAll(stranger, false);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidApprover.selector, stranger));
        vm.prank(stranger);
        collection.approve(stranger, ID + 1);
    }

    function test_readingAMissingTokenRevertsOrReturnsZero() public {
        vm.expectRevert(_unknown(99));
        collection.ownerOf(99);
        vm.expectRevert(_unknown(99));
        collection.getApproved(99);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidOwner.selector, address(0)));
        collection.balanceOf(address(0));
        assertEq(collection.transferCount(99), 0);
        assertEq(collection.voucherFloor(99), 0);
    }

    // ---- Burning

    function test_burn_removesTheToken() public {
        vm.expectEmit(address(collection));
        emit IERC721.Transfer(buyer, address(0), ID);
        vm.prank(buyer);
        collection.burn(ID);
        assertEq(collection.balanceOf(buyer), 1);
        vm.expectRevert(_unknown(ID));
        collection.ownerOf(ID);
        vm.expectRevert(_unknown(ID));
        vm.prank(buyer);
        collection.burn(ID);
    }

    function test_burn_byAnApprovedAccount() public {
        vm.startPrank(buyer);
        collection.approve(stranger, ID);
        collection.setApprovalForAll(creator, true);
        vm.stopPrank();
        vm.prank(stranger);
        collection.burn(ID);
        vm.prank(creator);
        collection.burn(ID + 1);
        assertEq(collection.balanceOf(buyer), 0);
    }

    function test_burn_rejectsOthers() public {
        address[3] memory others = [stranger, creator, admin];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, others[i], ID));
            vm.prank(others[i]);
            collection.burn(ID);
        }
    }

    // ---- Transfer count

    function test_transferCount_countsMintTransfersAndBurn() public {
        assertEq(collection.transferCount(ID), 1);
        vm.prank(buyer);
        collection.transferFrom(buyer, stranger, ID);
        assertEq(collection.transferCount(ID), 2);
        vm.prank(stranger);
        collection.transferFrom(stranger, buyer, ID);
        assertEq(collection.transferCount(ID), 3);
        vm.startPrank(buyer);
        collection.transferFrom(buyer, buyer, ID);
        assertEq(collection.transferCount(ID), 4);
        assertEq(collection.balanceOf(buyer), 2);
        collection.approve(stranger, ID);
        collection.setApprovalForAll(stranger, true);
        assertEq(collection.transferCount(ID), 4);
        collection.burn(ID);
        assertEq(collection.transferCount(ID), 5);
        vm.stopPrank();
        assertEq(collection.transferCount(ID + 1), 1);
    }

    function test_revocationsDoNotCountAsTransfers() public {
        vm.startPrank(creator);
        for (uint256 i = 0; i < 5; ++i) collection.revokeVouchers(99, 1);
        assertEq(collection.transferCount(99), 0);
        collection.safeMint(buyer, 99, CONTENT);
        vm.stopPrank();
        assertEq(collection.transferCount(99), 1);
        assertEq(collection.ownerOf(99), buyer);
    }
}
