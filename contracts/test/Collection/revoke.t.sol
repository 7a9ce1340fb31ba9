// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../src/Collection.sol";
import {CollectionBase} from "./CollectionBase.sol";

contract RevokeTest is CollectionBase {
    function _refuse(Collection.Voucher memory voucher, uint256 required) private {
        bytes memory signature = _sign(voucher);
        vm.expectRevert(abi.encodeWithSelector(Collection.VoucherVoid.selector, voucher.tokenId, voucher.nonce, required));
        _redeem(voucher, signature);
    }

    function test_revokeVouchers_voidsOlderVouchersForTheTokenId() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        vm.expectEmit(address(collection));
        emit Collection.VoucherRevoked(ID, 1);
        vm.prank(creator);
        collection.revokeVouchers(ID, 1);
        _refuse(voucher, 1);
        // another price for the same token ID, with the next nonce
        assertEq(collection.voucherNonce(), 1);
        assertEq(collection.voucherFloor(ID), 1);
        assertEq(collection.voucherFloor(ID + 1), 0);
        (voucher.price, voucher.nonce) = (2 ether, 1);
        _redeem(voucher, _sign(voucher));
        assertEq(collection.ownerOf(ID), buyer);
        assertEq(collection.transferCount(ID), 1);
    }

    /// @dev A voucher with a future nonce would stay valid after later revocations.
    function testFuzz_rejectsAFutureNonce(uint256 nonce) public {
        vm.startPrank(creator);
        collection.revokeAllVouchers();
        collection.revokeVouchers(ID + 1, 1);
        vm.stopPrank();
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        voucher.nonce = bound(nonce, 1, type(uint256).max);
        bytes memory signature = _sign(voucher);
        if (voucher.nonce > 2) vm.expectRevert(abi.encodeWithSelector(Collection.NonceAhead.selector, voucher.nonce, 2));
        _redeem(voucher, signature);
    }

    /// @dev An edition whose token IDs are revoked at different times: each ID rejects a voucher that is older than the last revocation for
    /// that ID.
    function test_voidsOnlyTheRevokedTokenIdsOfAnEdition() public {
        vm.startPrank(creator);
        collection.revokeVouchers(ID, 1);
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        (voucher.supply, voucher.nonce) = (3, 1);
        bytes memory signature = _sign(voucher);
        collection.revokeVouchers(ID + 1, 1);
        collection.redeem(voucher, ID, buyer, signature);
        vm.expectRevert(abi.encodeWithSelector(Collection.VoucherVoid.selector, ID + 1, 1, 2));
        collection.redeem(voucher, ID + 1, buyer, signature);
        collection.revokeAllVouchers();
        vm.expectRevert(abi.encodeWithSelector(Collection.VoucherVoid.selector, ID + 2, 1, 3));
        collection.redeem(voucher, ID + 2, buyer, signature);
        vm.stopPrank();
    }

    function test_leavesOtherVouchersValid() public {
        vm.prank(creator);
        collection.revokeVouchers(ID + 1, 1);
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        _redeem(voucher, _sign(voucher));
    }

    function test_rejectsMintedTokens() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        _redeem(voucher, _sign(voucher));
        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID));
        vm.prank(creator);
        collection.revokeVouchers(ID, 1);
        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID));
        collection.voucherFloor(ID);
        vm.prank(creator);
        collection.revokeAllVouchers();
        assertEq(collection.ownerOf(ID), buyer);
        // also fails after a burn
        vm.prank(buyer);
        collection.burn(ID);
        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID));
        vm.prank(creator);
        collection.revokeVouchers(ID, 1);
    }

    /// @dev A buyer who redeemed before the revocation keeps the token; the rest of the edition can no longer be bought.
    function test_revokesTheRestOfAnEdition() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        voucher.supply = 3;
        bytes memory signature = _sign(voucher);
        vm.prank(buyer);
        collection.redeem{value: 1 ether}(voucher, ID + 1, buyer, signature);
        vm.prank(creator);
        collection.revokeVouchers(ID, 3);
        assertEq(collection.ownerOf(ID + 1), buyer);
        for (uint256 id = ID; id < ID + 3; id += 2) {
            vm.expectRevert(abi.encodeWithSelector(Collection.VoucherVoid.selector, id, 0, 1));
            vm.prank(buyer);
            collection.redeem{value: 1 ether}(voucher, id, buyer, signature);
        }
    }

    function test_revokeVouchers_limitsTheSupply() public {
        vm.startPrank(creator);
        vm.expectRevert(abi.encodeWithSelector(Collection.BatchOutOfBounds.selector, 0, 100));
        collection.revokeVouchers(ID, 0);
        vm.expectRevert(abi.encodeWithSelector(Collection.BatchOutOfBounds.selector, 101, 100));
        collection.revokeVouchers(ID, 101);
        collection.revokeVouchers(ID, 100);
        assertEq(collection.voucherFloor(ID + 99), 1);
        assertEq(collection.voucherFloor(ID + 100), 0);
        collection.revokeVouchers(type(uint256).max, 1);
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        collection.revokeVouchers(type(uint256).max, 2);
        vm.stopPrank();
    }

    function test_revokeAllVouchers_voidsAllOlderVouchers() public {
        vm.expectEmit(address(collection));
        emit Collection.AllVouchersRevoked(1);
        vm.prank(creator);
        collection.revokeAllVouchers();
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        _refuse(voucher, 1);
        voucher.nonce = 1;
        _redeem(voucher, _sign(voucher));
    }

    function test_rejectsOthersThanTheCreator() public {
        vm.startPrank(stranger);
        vm.expectRevert(abi.encodeWithSelector(Collection.NotCreator.selector, stranger));
        collection.revokeVouchers(ID, 1);
        vm.expectRevert(abi.encodeWithSelector(Collection.NotCreator.selector, stranger));
        collection.revokeAllVouchers();
        vm.stopPrank();
    }

    /// @dev After any sequence of revocations, a void voucher stays void, and an unaffected one stays valid.
    function testFuzz_voidVouchersStayVoid(uint256 steps, uint8 count) public {
        uint256 floor;
        vm.startPrank(creator);
        for (uint256 i = 0; i < count % 32; ++i) {
            uint256 step = steps >> 2 * i & 3;
            if (step == 0) collection.revokeVouchers(ID, 1);
            else if (step == 1) collection.revokeAllVouchers();
            else if (step == 2) collection.revokeVouchers(ID + 1, 5);
            else collection.revokeVouchers(ID - 3, 7);
            assertEq(collection.voucherNonce(), i + 1);
            if (step != 2) floor = i + 1;
            assertEq(collection.voucherFloor(ID), floor);
        }
        vm.stopPrank();
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        for (voucher.nonce = 0; voucher.nonce < floor; ++voucher.nonce) _refuse(voucher, floor);
        _redeem(voucher, _sign(voucher));
    }
}
