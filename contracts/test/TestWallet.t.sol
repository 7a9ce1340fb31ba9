// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {TestUSDC} from "../src/test/TestUSDC.sol";
import {TestWallet} from "../src/test/TestWallet.sol";

/// @dev The local chain's smart wallet takes calls and signatures from its owner only, and makes all calls or none.
contract TestWalletTest is Test {
    TestUSDC private usdc = new TestUSDC();
    TestWallet private wallet;
    address private owner;
    uint256 private key;
    address private payee = makeAddr("payee");

    function setUp() public {
        (owner, key) = makeAddrAndKey("owner");
        wallet = new TestWallet(owner);
        usdc.mint(address(wallet), 100);
        vm.deal(address(wallet), 1 ether);
    }

    function _calls(uint256 amount) private view returns (TestWallet.Call[] memory calls) {
        calls = new TestWallet.Call[](2);
        calls[0] = TestWallet.Call(payee, 1 ether, "");
        calls[1] = TestWallet.Call(address(usdc), 0, abi.encodeCall(usdc.transfer, (payee, amount)));
    }

    function test_makesAllCallsOrNone() public {
        vm.startPrank(owner);
        vm.expectRevert("ERC20: transfer amount exceeds balance");
        wallet.execute(_calls(101));
        assertEq(payee.balance, 0);
        wallet.execute(_calls(100));
        assertEq(payee.balance, 1 ether);
        assertEq(usdc.balanceOf(payee), 100);
    }

    function test_rejectsOthersThanTheOwner() public {
        vm.expectRevert(abi.encodeWithSelector(TestWallet.NotOwner.selector, address(this)));
        wallet.execute(_calls(1));
    }

    function test_acceptsOnlyTheOwnersSignature() public {
        bytes32 hash = keccak256("hello");
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, hash);
        assertEq(wallet.isValidSignature(hash, abi.encodePacked(r, s, v)), wallet.isValidSignature.selector);
        assertEq(wallet.isValidSignature(keccak256("bye"), abi.encodePacked(r, s, v)), bytes4(0xffffffff));
        assertEq(wallet.isValidSignature(hash, "nonsense"), bytes4(0xffffffff));
        (, uint256 other) = makeAddrAndKey("other");
        (v, r, s) = vm.sign(other, hash);
        assertEq(wallet.isValidSignature(hash, abi.encodePacked(r, s, v)), bytes4(0xffffffff));
        (bool taken,) = address(wallet).call{value: 1}("");
        assertTrue(taken);
    }
}
