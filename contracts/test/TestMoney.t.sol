// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {Test} from "forge-std/Test.sol";
import {TestUSDC} from "../src/test/TestUSDC.sol";
import {TestUSDT} from "../src/test/TestUSDT.sol";
import {SmartWallet} from "./mocks/SmartWallet.sol";

/// @dev The test tokens behave like the real ones, as far as the escrow and the app depend on it.
contract TestMoneyTest is Test {
    TestUSDC private usdc = new TestUSDC();
    TestUSDT private usdt = new TestUSDT();
    address private holder;
    uint256 private key;
    address private payee = makeAddr("payee");

    function setUp() public {
        vm.warp(1_800_000_000);
        (holder, key) = makeAddrAndKey("holder");
        usdc.mint(holder, 100);
        usdt.mint(holder, 100);
    }

    function _sign(bytes32 data) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, MessageHashUtils.toTypedDataHash(usdc.DOMAIN_SEPARATOR(), data));
        return abi.encodePacked(r, s, v);
    }

    function _authorization(bytes32 typehash, address from, bytes32 nonce) private view returns (bytes32) {
        return keccak256(abi.encode(typehash, from, payee, 40, block.timestamp - 1, block.timestamp + 1, nonce));
    }

    function test_hasUsdcsDomain() public view {
        bytes32 domain = keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        bytes32 expected = keccak256(abi.encode(domain, keccak256("USD Coin"), keccak256("2"), block.chainid, address(usdc)));
        assertEq(usdc.DOMAIN_SEPARATOR(), expected);
        assertEq(usdc.version(), "2");
        assertEq(usdc.decimals(), 6);
        assertEq(usdt.decimals(), 6);
    }

    function test_aReceiveAuthorizationWorksOnceAndForThePayee() public {
        bytes memory signature = _sign(_authorization(usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(), holder, "a"));
        (uint256 from, uint256 to) = (block.timestamp - 1, block.timestamp + 1);
        vm.expectRevert("FiatTokenV2: caller must be the payee");
        usdc.receiveWithAuthorization(holder, payee, 40, from, to, "a", signature);
        vm.startPrank(payee);
        vm.expectRevert("FiatTokenV2: invalid signature");
        usdc.receiveWithAuthorization(holder, payee, 41, from, to, "a", signature);
        usdc.receiveWithAuthorization(holder, payee, 40, from, to, "a", signature);
        assertEq(usdc.balanceOf(payee), 40);
        assertTrue(usdc.authorizationState(holder, "a"));
        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        usdc.receiveWithAuthorization(holder, payee, 40, from, to, "a", signature);
    }

    function test_anybodyCanSubmitAValidTransferAuthorization() public {
        bytes memory signature = _sign(_authorization(usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH(), holder, "a"));
        (uint256 from, uint256 to) = (block.timestamp - 1, block.timestamp + 1);
        vm.warp(from);
        vm.expectRevert("FiatTokenV2: authorization is not yet valid");
        usdc.transferWithAuthorization(holder, payee, 40, from, to, "a", signature);
        vm.warp(to);
        vm.expectRevert("FiatTokenV2: authorization is expired");
        usdc.transferWithAuthorization(holder, payee, 40, from, to, "a", signature);
        vm.warp(to - 1);
        usdc.transferWithAuthorization(holder, payee, 40, from, to, "a", signature);
        assertEq(usdc.balanceOf(payee), 40);
    }

    function test_anAuthorizationCanBeCancelled() public {
        bytes memory cancel = _sign(keccak256(abi.encode(usdc.CANCEL_AUTHORIZATION_TYPEHASH(), holder, bytes32("a"))));
        usdc.cancelAuthorization(holder, "a", cancel);
        bytes memory signature = _sign(_authorization(usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH(), holder, "a"));
        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        usdc.transferWithAuthorization(holder, payee, 40, block.timestamp - 1, block.timestamp + 1, "a", signature);
    }

    /// @dev An account with code signs with ERC-1271 only: a signature with the key of its address (possible after EIP-7702) is rejected.
    function test_acceptsSmartWalletSignatures() public {
        SmartWallet wallet = new SmartWallet(holder);
        usdc.mint(address(wallet), 40);
        bytes memory signature = _sign(_authorization(usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH(), address(wallet), "a"));
        usdc.transferWithAuthorization(address(wallet), payee, 40, block.timestamp - 1, block.timestamp + 1, "a", signature);
        assertEq(usdc.balanceOf(payee), 40);

        signature = _sign(_authorization(usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH(), holder, "a"));
        vm.etch(holder, address(wallet).code);
        vm.expectRevert("FiatTokenV2: invalid signature");
        usdc.transferWithAuthorization(holder, payee, 40, block.timestamp - 1, block.timestamp + 1, "a", signature);
    }

    function test_acceptsAPermitOnceAndUntilItsDeadline() public {
        bytes memory signature = _sign(_permission(block.timestamp));
        vm.warp(block.timestamp + 1);
        vm.expectRevert("FiatTokenV2: permit is expired");
        usdc.permit(holder, payee, 40, block.timestamp - 1, signature);
        vm.warp(block.timestamp - 1);
        usdc.permit(holder, payee, 40, block.timestamp, signature);
        assertEq(usdc.allowance(holder, payee), 40);
        vm.expectRevert("EIP2612: invalid signature");
        usdc.permit(holder, payee, 40, block.timestamp, signature);
        signature = _sign(_permission(type(uint256).max));
        usdc.permit(holder, payee, 40, type(uint256).max, signature);
    }

    function _permission(uint256 deadline) private view returns (bytes32) {
        return keccak256(abi.encode(usdc.PERMIT_TYPEHASH(), holder, payee, 40, usdc.nonces(holder), deadline));
    }

    /// @dev Every function that takes a signature also takes it as v, r, s.
    function test_acceptsSignaturesAsVRS() public {
        (uint256 from, uint256 to) = (block.timestamp - 1, block.timestamp + 1);
        (uint8 v, bytes32 r, bytes32 s) = _parts(_permission(to));
        usdc.permit(holder, payee, 40, to, v, r, s);
        assertEq(usdc.allowance(holder, payee), 40);
        (v, r, s) = _parts(_authorization(usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH(), holder, "a"));
        usdc.transferWithAuthorization(holder, payee, 40, from, to, "a", v, r, s);
        (v, r, s) = _parts(_authorization(usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(), holder, "b"));
        vm.prank(payee);
        usdc.receiveWithAuthorization(holder, payee, 40, from, to, "b", v, r, s);
        assertEq(usdc.balanceOf(payee), 80);
        (v, r, s) = _parts(keccak256(abi.encode(usdc.CANCEL_AUTHORIZATION_TYPEHASH(), holder, bytes32("c"))));
        vm.expectRevert("FiatTokenV2: invalid signature");
        usdc.cancelAuthorization(payee, "c", v, r, s);
        usdc.cancelAuthorization(holder, "c", v, r, s);
        assertTrue(usdc.authorizationState(holder, "c"));
        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        usdc.cancelAuthorization(holder, "c", v, r, s);
        vm.expectRevert("ECRecover: invalid signature 'v' value");
        usdc.permit(holder, payee, 40, to, 1, r, s);
    }

    function _parts(bytes32 data) private view returns (uint8 v, bytes32 r, bytes32 s) {
        return vm.sign(key, MessageHashUtils.toTypedDataHash(usdc.DOMAIN_SEPARATOR(), data));
    }

    /// @dev The bit of a blacklisted account is not part of the balance, and an infinite allowance decreases too.
    function test_balancesAndAllowancesWorkLikeUsdcs() public {
        usdc.blacklist(holder);
        assertEq(usdc.balanceOf(holder), 100);
        assertTrue(usdc.isBlacklisted(holder));
        usdc.unBlacklist(holder);
        assertEq(usdc.balanceOf(holder), 100);
        assertFalse(usdc.isBlacklisted(holder));
        vm.prank(holder);
        usdc.approve(payee, type(uint256).max);
        vm.startPrank(payee);
        usdc.transferFrom(holder, payee, 60);
        assertEq(usdc.allowance(holder, payee), type(uint256).max - 60);
        vm.expectRevert("ERC20: transfer amount exceeds balance");
        usdc.transferFrom(holder, payee, 60);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        usdc.transferFrom(payee, holder, 1);
        vm.expectRevert("ERC20: transfer to the zero address");
        usdc.transfer(address(0), 1);
        vm.expectRevert("ERC20: approve to the zero address");
        usdc.approve(address(0), 1);
        // USDC cannot be sent to the USDC contract
        vm.expectRevert("Blacklistable: account is blacklisted");
        usdc.transfer(address(usdc), 1);
        vm.stopPrank();
        vm.expectRevert("FiatTokenV2_2: Balance exceeds (2^255 - 1)");
        usdc.mint(payee, 1 << 255);
    }

    function test_aPauseStopsTransfersApprovalsAndMinting() public {
        bytes[6] memory calls = [
            abi.encodeCall(usdc.transfer, (payee, 1)),
            abi.encodeCall(usdc.transferFrom, (holder, payee, 1)),
            abi.encodeCall(usdc.approve, (payee, 1)),
            abi.encodeCall(usdc.mint, (holder, 1)),
            abi.encodeWithSignature("permit(address,address,uint256,uint256,bytes)", holder, payee, 1, 1, ""),
            abi.encodeWithSignature("cancelAuthorization(address,bytes32,bytes)", holder, bytes32("a"), "")
        ];
        usdc.pause();
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok, bytes memory answer) = address(usdc).call(calls[i]);
            assertFalse(ok);
            assertEq(answer, abi.encodeWithSignature("Error(string)", "Pausable: paused"));
        }
    }

    function test_blacklistAndPauseStopUsdc() public {
        usdc.blacklist(payee);
        vm.prank(holder);
        vm.expectRevert("Blacklistable: account is blacklisted");
        usdc.transfer(payee, 1);
        usdc.unBlacklist(payee);
        usdc.pause();
        vm.prank(holder);
        vm.expectRevert("Pausable: paused");
        usdc.transfer(payee, 1);
        usdc.unpause();
        vm.prank(holder);
        usdc.transfer(payee, 1);
        vm.prank(holder);
        vm.expectRevert("Ownable: caller is not the owner");
        usdc.mint(holder, 1);
    }

    function test_usdtReturnsNothingAndRequiresAZeroAllowanceFirst() public {
        vm.startPrank(holder);
        (bool ok, bytes memory answer) = address(usdt).call(abi.encodeCall(usdt.transfer, (payee, 1)));
        assertTrue(ok);
        assertEq(answer.length, 0);
        usdt.approve(payee, 10);
        vm.expectRevert();
        usdt.approve(payee, 5);
        usdt.approve(payee, 0);
        usdt.approve(payee, 5);
        vm.stopPrank();
        // a blacklisted account cannot send, but can receive
        usdt.addBlackList(holder);
        vm.prank(holder);
        vm.expectRevert();
        usdt.transfer(payee, 1);
        vm.prank(payee);
        usdt.transfer(holder, 1);
        assertEq(usdt.balanceOf(holder), 100);
    }

    function test_rejectsAForgedCancellation() public {
        bytes memory other = _sign(keccak256(abi.encode(usdc.CANCEL_AUTHORIZATION_TYPEHASH(), holder, bytes32("b"))));
        vm.expectRevert("FiatTokenV2: invalid signature");
        usdc.cancelAuthorization(holder, "a", other);
        assertFalse(usdc.authorizationState(holder, "a"));
    }

    function test_onlyTheIssuerMintsBlacklistsAndPauses() public {
        vm.startPrank(holder);
        bytes[5] memory calls = [
            abi.encodeCall(usdc.mint, (holder, 1)),
            abi.encodeCall(usdc.blacklist, (payee)),
            abi.encodeCall(usdc.unBlacklist, (payee)),
            abi.encodeCall(usdc.pause, ()),
            abi.encodeCall(usdc.unpause, ())
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok,) = address(usdc).call(calls[i]);
            assertFalse(ok);
        }
        calls = [
            abi.encodeCall(usdt.mint, (holder, 1)),
            abi.encodeCall(usdt.addBlackList, (payee)),
            abi.encodeCall(usdt.removeBlackList, (payee)),
            abi.encodeCall(usdt.pause, ()),
            abi.encodeCall(usdt.unpause, ())
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok,) = address(usdt).call(calls[i]);
            assertFalse(ok);
        }
    }

    function test_usdtPausesAndKeepsAnInfiniteAllowance() public {
        usdt.pause();
        vm.prank(holder);
        vm.expectRevert();
        usdt.transfer(payee, 1);
        usdt.unpause();
        usdt.addBlackList(holder);
        usdt.removeBlackList(holder);
        vm.prank(holder);
        usdt.approve(address(this), 10);
        usdt.transferFrom(holder, payee, 4);
        assertEq(usdt.allowance(holder, address(this)), 6);
        vm.startPrank(holder);
        usdt.approve(address(this), 0);
        usdt.approve(address(this), type(uint256).max);
        vm.stopPrank();
        usdt.transferFrom(holder, payee, 4);
        assertEq(usdt.allowance(holder, address(this)), type(uint256).max);
        assertEq(usdt.balanceOf(payee), 8);
    }
}
