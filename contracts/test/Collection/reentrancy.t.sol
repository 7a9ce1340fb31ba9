// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Collection} from "../../src/Collection.sol";
import {Settlement} from "../../src/Settlement.sol";
import {HostileHolder} from "../mocks/HostileHolder.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {CollectionBase} from "./CollectionBase.sol";

/// @dev During an operation, a wallet or a currency calls back. The wallet is the creator, the treasury or the receiver of a token.
contract CollectionReentrancyTest is CollectionBase {
    bytes private constant REFUSED = abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);

    HostileHolder private wallet;
    HostileToken private token;

    function setUp() public override {
        super.setUp();
        wallet = new HostileHolder(creator);
        token = new HostileToken();
        vm.startPrank(owner);
        platform.addCreator(address(wallet));
        platform.setPayableToken(address(token), true);
        vm.stopPrank();
        collection = Collection(
            abi.decode(wallet.run(address(factory), 0, abi.encodeCall(factory.createCollection, (_terms(), SALT))), (address))
        );
        token.mint(buyer, 1e24);
        vm.prank(buyer);
        token.approve(address(collection), type(uint256).max);
        vm.deal(address(wallet), 1e24);
    }

    /// @dev The wallet's calls of all functions that mint a token or move money; the vouchers cost nothing.
    function _verbs() private view returns (bytes[] memory calls) {
        calls = new bytes[](6);
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        calls[0] = abi.encodeCall(Collection.redeem, (voucher, ID, address(wallet), _sign(voucher)));
        voucher.tokenId = ID + 1;
        calls[1] = abi.encodeCall(Collection.redeem, (voucher, ID + 1, address(wallet), _sign(voucher)));
        calls[2] = abi.encodeCall(Collection.safeMint, (address(wallet), ID, CONTENT));
        calls[3] = abi.encodeCall(Collection.safeMintBatch, (address(wallet), ID + 1, new bytes32[](1)));
        calls[4] = abi.encodeCall(Settlement.withdraw, (NATIVE, address(wallet)));
        calls[5] = abi.encodeCall(Collection.withdrawFees, (NATIVE));
    }

    function _assertRefused(bytes[] memory calls, uint256 i) private view {
        assertTrue(wallet.calledBack(), vm.toString(i));
        assertFalse(wallet.callSucceeded(), vm.toString(i));
        assertEq(wallet.callAnswer(), REFUSED, vm.toString(bytes4(calls[i])));
    }

    function test_cannotReenterDuringTheCreatorsPayment() public {
        bytes[] memory calls = _verbs();
        wallet.onMoney(HostileHolder.Part.CallsBack);
        for (uint256 i = 0; i < calls.length; ++i) {
            wallet.callBack(address(collection), calls[i]);
            Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
            voucher.tokenId = 100 + i;
            _redeem(voucher, _sign(voucher));
            _assertRefused(calls, i);
        }
        assertEq(collection.balanceOf(buyer), calls.length);
        assertEq(collection.balanceOf(address(wallet)), 0);
    }

    function test_cannotReenterDuringTheFeePayment() public {
        vm.prank(owner);
        platform.setTreasury(address(wallet));
        test_cannotReenterDuringTheCreatorsPayment();
    }

    function test_cannotReenterDuringOnERC721Received_ofARedemption() public {
        bytes[] memory calls = _verbs();
        wallet.onTokens(HostileHolder.Part.CallsBack);
        for (uint256 i = 0; i < calls.length; ++i) {
            wallet.callBack(address(collection), calls[i]);
            Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
            voucher.tokenId = 100 + i;
            bytes memory signature = _sign(voucher);
            vm.prank(buyer);
            collection.redeem{value: 1 ether}(voucher, 100 + i, address(wallet), signature);
            _assertRefused(calls, i);
        }
        assertEq(collection.balanceOf(address(wallet)), calls.length);
    }

    function test_cannotReenterDuringOnERC721Received_ofAMint() public {
        bytes[] memory calls = _verbs();
        wallet.onTokens(HostileHolder.Part.CallsBack);
        bytes32[] memory contents = new bytes32[](2);
        (contents[0], contents[1]) = (CONTENT, CONTENT);
        for (uint256 i = 0; i < calls.length; ++i) {
            wallet.callBack(address(collection), calls[i]);
            wallet.run(address(collection), 0, abi.encodeCall(Collection.safeMint, (address(wallet), 100 + i, CONTENT)));
            _assertRefused(calls, i);
            wallet.run(address(collection), 0, abi.encodeCall(Collection.safeMintBatch, (address(wallet), 200 + 2 * i, contents)));
            _assertRefused(calls, i);
        }
        assertEq(collection.balanceOf(address(wallet)), 3 * calls.length);
    }

    /// @dev Transferring or burning a token while receiving it is harmless: all state is already written.
    function test_canTransferAndBurnDuringOnERC721Received() public {
        wallet.onTokens(HostileHolder.Part.CallsBack);
        wallet.callBack(address(collection), abi.encodeCall(collection.transferFrom, (address(wallet), stranger, ID)));
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        bytes memory signature = _sign(voucher);
        vm.prank(buyer);
        collection.redeem{value: 1 ether}(voucher, ID, address(wallet), signature);
        assertTrue(wallet.callSucceeded());
        assertEq(collection.ownerOf(ID), stranger);
        wallet.callBack(address(collection), abi.encodeCall(Collection.burn, (ID + 1)));
        wallet.run(address(collection), 0, abi.encodeCall(Collection.safeMint, (address(wallet), ID + 1, CONTENT)));
        assertTrue(wallet.callSucceeded());
        assertEq(collection.balanceOf(address(wallet)), 0);
        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID + 1));
        wallet.run(address(collection), 0, abi.encodeCall(Collection.safeMint, (address(wallet), ID + 1, CONTENT)));
    }

    /// @dev A wallet is asked for its signature by STATICCALL, so it cannot write anything, not even its own storage.
    function test_cannotReenterDuringIsValidSignature() public {
        bytes[] memory calls = _verbs();
        wallet.onSignatures(HostileHolder.Word.CallsBack);
        for (uint256 i = 0; i < calls.length; ++i) {
            wallet.callBack(address(collection), calls[i]);
            Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
            bytes memory signature = _sign(voucher);
            vm.expectRevert(abi.encodeWithSelector(Collection.WrongSignature.selector, wallet));
            _redeem(voucher, signature);
        }
    }

    function test_cannotReenterDuringATokenTransfer() public {
        bytes[] memory calls = _verbs();
        // one target for each transfer: of the price, of the creator's part, and of the fee
        address[3] memory targets = [address(collection), address(wallet), treasury];
        for (uint256 t = 0; t < targets.length; ++t) {
            for (uint256 i = 0; i < calls.length; ++i) {
                token.callBack(targets[t], address(collection), calls[i]);
                Collection.Voucher memory voucher = _voucher(address(token), PRICE);
                voucher.tokenId = 1000 * t + 100 + i;
                _redeem(voucher, _sign(voucher));
                assertTrue(token.calledBack());
                assertFalse(token.callSucceeded());
                // the token is not the creator, so it cannot mint
                bytes4 verb = bytes4(calls[i]);
                bool isMint = verb == Collection.safeMint.selector || verb == Collection.safeMintBatch.selector;
                bytes memory other = abi.encodeWithSelector(Collection.NotCreator.selector, token);
                assertEq(token.callAnswer(), isMint ? other : REFUSED);
            }
        }
        assertEq(token.balanceOf(address(collection)), 0);
    }

    /// @dev The royalty receiver is not called: the collection only returns its address.
    function test_doesNotCallTheRoyaltyRecipient() public {
        vm.startPrank(address(wallet));
        collection.setRoyalty(address(wallet), 100);
        vm.stopPrank();
        wallet.onMoney(HostileHolder.Part.Reverts);
        (address recipient, uint256 amount) = collection.royaltyInfo(ID, 1 ether);
        assertEq(recipient, address(wallet));
        assertEq(amount, 0.01 ether);
        assertFalse(wallet.calledBack());
    }
}
