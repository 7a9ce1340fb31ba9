// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Collection} from "../../src/Collection.sol";
import {Settlement} from "../../src/Settlement.sol";
import {HostileHolder} from "../mocks/HostileHolder.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {CollectionBase} from "./CollectionBase.sol";

/// @dev What a voucher allows, and what is paid. Who may sign is tested in vouchers.t.sol.
contract RedeemTest is CollectionBase {
    function _refuse(Collection.Voucher memory voucher, bytes memory why) private {
        bytes memory signature = _sign(voucher);
        vm.expectRevert(why);
        _redeem(voucher, signature);
    }

    function _assertPaid(address currency, uint256 price) private {
        Collection.Voucher memory voucher = _voucher(currency, price);
        bytes memory signature = _sign(voucher);
        (uint256 paid, uint256 got, uint256 fees) = (_balance(currency, buyer), _balance(currency, creator), _balance(currency, treasury));
        uint256 fee = price / 10;
        vm.expectEmit(address(collection));
        emit Collection.Redeemed(ID, buyer, currency, price, fee);
        _redeem(voucher, signature);
        assertEq(collection.ownerOf(ID), buyer);
        assertEq(collection.contentOf(ID), CONTENT);
        assertEq(paid - _balance(currency, buyer), price);
        assertEq(_balance(currency, creator) - got, price - fee);
        assertEq(_balance(currency, treasury) - fees, fee);
        assertEq(_balance(currency, address(collection)), 0);
    }

    function testFuzz_paysInNativeCoin(uint256 price) public {
        _assertPaid(NATIVE, bound(price, 0, 1e30));
    }

    function testFuzz_paysInUsdc(uint256 price) public {
        _assertPaid(address(usdc), bound(price, 0, 1e24));
    }

    function testFuzz_paysInUsdt(uint256 price) public {
        _assertPaid(address(usdt), bound(price, 0, 1e24));
    }

    function test_chargesNoFeeOnDust() public {
        _assertPaid(NATIVE, 9);
    }

    function test_redeemsAFreeVoucher() public {
        _assertPaid(NATIVE, 0);
    }

    function test_rejectsAWrongValue() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        bytes memory signature = _sign(voucher);
        vm.startPrank(buyer);
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongValue.selector, 1 ether, 1 ether - 1));
        collection.redeem{value: 1 ether - 1}(voucher, ID, buyer, signature);
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongValue.selector, 1 ether, 1 ether + 1));
        collection.redeem{value: 1 ether + 1}(voucher, ID, buyer, signature);
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongValue.selector, 1 ether, 0));
        collection.redeem(voucher, ID, buyer, signature);
        vm.stopPrank();
    }

    function test_rejectsValueForATokenPrice() public {
        Collection.Voucher memory voucher = _voucher(address(usdc), PRICE);
        bytes memory signature = _sign(voucher);
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongValue.selector, 0, 1));
        vm.prank(buyer);
        collection.redeem{value: 1}(voucher, ID, buyer, signature);
    }

    function test_rejectsAMissingAllowance() public {
        vm.prank(buyer);
        usdc.approve(address(collection), PRICE - 1);
        _refuse(
            _voucher(address(usdc), PRICE), abi.encodeWithSignature("Error(string)", "ERC20: transfer amount exceeds allowance")
        );
    }

    function test_rejectsATokenThatIsNotPayable() public {
        vm.prank(owner);
        platform.setPayableToken(address(usdc), false);
        _refuse(_voucher(address(usdc), PRICE), abi.encodeWithSelector(Collection.TokenNotPayable.selector, usdc));
        _refuse(_voucher(stranger, PRICE), abi.encodeWithSelector(Collection.TokenNotPayable.selector, stranger));
    }

    function test_rejectsATokenWithATransferFee() public {
        HostileToken token = new HostileToken();
        vm.prank(owner);
        platform.setPayableToken(address(token), true);
        token.mint(buyer, PRICE);
        vm.prank(buyer);
        token.approve(address(collection), PRICE);
        token.act(HostileToken.Part.TakesFee, address(collection));
        _refuse(
            _voucher(address(token), PRICE),
            abi.encodeWithSelector(Settlement.WrongAmountReceived.selector, token, PRICE, PRICE - 1)
        );
    }

    function test_rejectsAPriceThatOverflows() public {
        _refuse(_voucher(address(usdc), type(uint256).max), abi.encodeWithSignature("Panic(uint256)", 0x11));
    }

    // ---- Deadline, recipient, token IDs

    function test_acceptsTheLastSecond() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        bytes memory signature = _sign(voucher);
        vm.warp(voucher.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(Collection.VoucherExpired.selector, voucher.deadline));
        _redeem(voucher, signature);
        vm.warp(voucher.deadline);
        _redeem(voucher, signature);
    }

    function test_rejectsAUsedVoucher() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        bytes memory signature = _sign(voucher);
        _redeem(voucher, signature);
        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID));
        _redeem(voucher, signature);
        // another voucher for the same ID fails too, also after a burn
        voucher.content = keccak256("other");
        signature = _sign(voucher);
        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID));
        _redeem(voucher, signature);
        vm.prank(buyer);
        collection.burn(ID);
        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID));
        _redeem(voucher, signature);
        assertEq(collection.contentOf(ID), CONTENT);
    }

    function test_rejectsATokenIdMintedByTheCreator() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        _mint(creator, ID);
        _refuse(voucher, abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID));
    }

    function test_rejectsAnotherRecipient() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        voucher.recipient = stranger;
        bytes memory signature = _sign(voucher);
        vm.startPrank(buyer);
        vm.expectRevert(abi.encodeWithSelector(Collection.WrongRecipient.selector, stranger, buyer));
        collection.redeem{value: 1 ether}(voucher, ID, buyer, signature);
        // anybody may pay for the recipient
        collection.redeem{value: 1 ether}(voucher, ID, stranger, signature);
        vm.stopPrank();
        assertEq(collection.ownerOf(ID), stranger);
    }

    function test_mintsToAnotherAccount() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        bytes memory signature = _sign(voucher);
        vm.prank(buyer);
        collection.redeem{value: 1 ether}(voucher, ID, stranger, signature);
        assertEq(collection.ownerOf(ID), stranger);
    }

    function test_revertsWhenTheReceiverRefuses() public {
        HostileHolder holder = new HostileHolder(buyer);
        holder.onTokens(HostileHolder.Part.AnswersWrong);
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        bytes memory signature = _sign(voucher);
        uint256 before = buyer.balance;
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, holder));
        vm.prank(buyer);
        collection.redeem{value: 1 ether}(voucher, ID, address(holder), signature);
        assertEq(buyer.balance, before);
        assertEq(creator.balance, 0);
    }

    function test_rejectsEmptyContent() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        voucher.content = 0;
        _refuse(voucher, abi.encodeWithSelector(Collection.EmptyContent.selector, ID));
    }

    /// @dev One signature for an edition: each of its token IDs can be minted once, and no other.
    function test_redeemsAnEdition() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        voucher.supply = 3;
        bytes memory signature = _sign(voucher);
        vm.startPrank(buyer);
        for (uint256 id = ID + 2; id >= ID; --id) collection.redeem{value: 1 ether}(voucher, id, buyer, signature);
        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID + 1));
        collection.redeem{value: 1 ether}(voucher, ID + 1, buyer, signature);
        vm.expectRevert(abi.encodeWithSelector(Collection.NotInVoucher.selector, ID + 3));
        collection.redeem{value: 1 ether}(voucher, ID + 3, buyer, signature);
        vm.expectRevert(abi.encodeWithSelector(Collection.NotInVoucher.selector, ID - 1));
        collection.redeem{value: 1 ether}(voucher, ID - 1, buyer, signature);
        vm.stopPrank();
        assertEq(collection.balanceOf(buyer), 3);
        assertEq(collection.tokenURI(ID), collection.tokenURI(ID + 2));
    }

    function testFuzz_redeemsOnlyTokenIdsOfTheVoucher(uint256 first, uint256 supply, uint256 tokenId) public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        (voucher.tokenId, voucher.supply) = (first, supply);
        bool within = tokenId >= first && tokenId - first < supply;
        bytes memory signature = _sign(voucher);
        if (!within) vm.expectRevert(abi.encodeWithSelector(Collection.NotInVoucher.selector, tokenId));
        collection.redeem(voucher, tokenId, buyer, signature);
    }

    function testFuzz_redeemsOnlyTokenIdsOfTheVoucherNearTheMaximum(uint256 first, uint256 supply, uint256 offset) public {
        first = bound(first, type(uint256).max - 3, type(uint256).max);
        supply = bound(supply, 0, 5);
        unchecked {
            testFuzz_redeemsOnlyTokenIdsOfTheVoucher(first, supply, first + bound(offset, 0, 6));
        }
    }

    /// @dev Violates any set of rules, and expects the error of the violated rule that the contract checks first.
    function testFuzz_reportsTheFirstViolatedRule(uint8 broken, uint256 tokenId, uint64 nonce, address to, address recipient) public {
        vm.assume(to != address(0) && to.code.length == 0 && recipient != address(0) && recipient != to);
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        voucher.tokenId = bound(tokenId, 1, type(uint256).max);
        tokenId = voucher.tokenId;
        bytes memory why;
        if (broken & 32 != 0) {
            voucher.content = 0;
            why = abi.encodeWithSelector(Collection.EmptyContent.selector, tokenId);
        }
        bytes memory signature;
        if (broken & 8 != 0) {
            voucher.nonce = bound(nonce, 1, type(uint64).max);
            why = abi.encodeWithSelector(Collection.NonceAhead.selector, voucher.nonce, 0);
        }
        if (broken & 4 != 0) {
            voucher.recipient = recipient;
            why = abi.encodeWithSelector(Collection.WrongRecipient.selector, recipient, to);
        }
        if (broken & 2 != 0) {
            voucher.deadline = block.timestamp - 1;
            why = abi.encodeWithSelector(Collection.VoucherExpired.selector, voucher.deadline);
        }
        signature = _sign(voucher);
        if (broken & 16 != 0) {
            signature[0] ^= 0x01;
            if (broken & 14 == 0) why = abi.encodeWithSelector(Collection.WrongSignature.selector, creator);
        }
        if (broken & 1 != 0) why = abi.encodeWithSelector(Collection.NotInVoucher.selector, tokenId - 1);
        if (broken & 63 != 0) vm.expectRevert(why);
        collection.redeem(voucher, broken & 1 != 0 ? tokenId - 1 : tokenId, to, signature);
        if (broken & 63 == 0) assertEq(collection.ownerOf(tokenId), to);
    }
}
