// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {Admins} from "../../src/Admins.sol";
import {OrderBook} from "../../src/OrderBook.sol";
import {Settings} from "../../src/Settings.sol";
import {Base} from "../Base.t.sol";

contract AdminsTest is Base {
    address private second = makeAddr("second");
    address private heir = makeAddr("heir");

    function _refuses(address caller, bytes memory call, bytes memory refusal) private {
        vm.prank(caller);
        (bool ok, bytes memory answer) = address(book).call(call);
        assertFalse(ok);
        assertEq(answer, refusal);
    }

    function _notOwner(address caller) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, caller);
    }

    function _notAdmin(address caller) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Admins.NotAdmin.selector, caller);
    }

    /// @dev The functions that only the owner may call.
    function _ownersCalls() private view returns (bytes[] memory calls) {
        calls = new bytes[](11);
        calls[0] = abi.encodeCall(Admins.addAdmin, (second));
        calls[1] = abi.encodeCall(Admins.removeAdmin, (admin));
        calls[2] = abi.encodeWithSignature("transferOwnership(address)", second);
        calls[3] = abi.encodeCall(Settings.setDefaultFee, (1));
        calls[4] = abi.encodeCall(Settings.setCustomFee, (seller, 1));
        calls[5] = abi.encodeCall(Settings.removeCustomFee, (seller));
        calls[6] = abi.encodeCall(Settings.setArbitrationFee, (1));
        calls[7] = abi.encodeCall(Settings.setTreasury, (second));
        calls[8] = abi.encodeCall(Settings.setPayableToken, (NATIVE, false));
        calls[9] = abi.encodeCall(Settings.withdrawEth, (second, 0));
        calls[10] = abi.encodeCall(Settings.withdrawToken, (address(usdc), second, 0));
    }

    // ---- Refusals

    function test_ownerFunctionsRejectAdminsAndOthers() public {
        bytes[] memory calls = _ownersCalls();
        address[4] memory others = [admin, stranger, treasury, seller];
        for (uint256 i = 0; i < calls.length; ++i) {
            for (uint256 c = 0; c < others.length; ++c) _refuses(others[c], calls[i], _notOwner(others[c]));
        }
        assertEq(book.owner(), owner);
        assertTrue(book.hasAdmin(admin));
    }

    function test_adminFunctionsRejectOthers() public {
        _refuses(stranger, abi.encodeCall(Settings.setPaused, (true)), _notAdmin(stranger));
        _refuses(treasury, abi.encodeCall(Settings.setPaused, (true)), _notAdmin(treasury));
    }

    /// @dev A thief with an admin's key cannot remove an admin or the owner, and the owner can remove that admin with one call.
    function test_aRemovedAdminLosesAllRights() public {
        vm.prank(owner);
        book.addAdmin(second);
        _refuses(second, abi.encodeCall(Admins.removeAdmin, (admin)), _notOwner(second));
        _refuses(second, abi.encodeCall(Admins.removeAdmin, (owner)), _notOwner(second));
        _refuses(second, abi.encodeCall(Admins.addAdmin, (heir)), _notOwner(second));
        vm.expectEmit(address(book));
        emit Admins.AdminRemoved(second);
        vm.prank(owner);
        book.removeAdmin(second);
        assertFalse(book.hasAdmin(second));
        _refuses(second, abi.encodeCall(Settings.setPaused, (true)), _notAdmin(second));
        assertTrue(book.hasAdmin(admin));
    }

    function test_rejectsInvalidChangesOfAdmins() public {
        vm.startPrank(owner);
        vm.expectRevert(abi.encodeWithSelector(Admins.InvalidAdmin.selector, address(0)));
        book.addAdmin(address(0));
        vm.expectRevert(abi.encodeWithSelector(Admins.AlreadyAdmin.selector, admin));
        book.addAdmin(admin);
        vm.expectRevert(abi.encodeWithSelector(Admins.AlreadyAdmin.selector, owner));
        book.addAdmin(owner);
        vm.expectRevert(abi.encodeWithSelector(Admins.NotAdmin.selector, second));
        book.removeAdmin(second);
        vm.expectRevert(abi.encodeWithSelector(Admins.NotAdmin.selector, owner));
        book.removeAdmin(owner);
    }

    function test_ownershipCannotBeRenounced() public {
        vm.expectRevert(Admins.OwnershipCannotBeRenounced.selector);
        vm.prank(owner);
        book.renounceOwnership();
        assertEq(book.owner(), owner);
    }

    function test_onlyTheProposedOwnerCanAccept() public {
        _refuses(stranger, abi.encodeWithSignature("acceptOwnership()"), _notOwner(stranger));
        vm.prank(owner);
        book.transferOwnership(heir);
        _refuses(stranger, abi.encodeWithSignature("acceptOwnership()"), _notOwner(stranger));
        _refuses(heir, abi.encodeCall(Settings.setPaused, (true)), _notAdmin(heir));
        // another account is proposed, then none
        vm.prank(owner);
        book.transferOwnership(second);
        _refuses(heir, abi.encodeWithSignature("acceptOwnership()"), _notOwner(heir));
        vm.prank(owner);
        book.transferOwnership(address(0));
        _refuses(second, abi.encodeWithSignature("acceptOwnership()"), _notOwner(second));
        assertEq(book.owner(), owner);
    }

    // ---- Permissions

    function test_hasAdminIsTrueForOwnerAndAdmins() public view {
        assertEq(book.owner(), owner);
        assertTrue(book.hasAdmin(owner));
        assertTrue(book.hasAdmin(admin));
        assertFalse(book.hasAdmin(stranger));
        assertFalse(book.hasAdmin(address(0)));
    }

    function test_anAddedAdminHasRightsAtOnce() public {
        vm.expectEmit(address(book));
        emit Admins.AdminAdded(second);
        vm.prank(owner);
        book.addAdmin(second);
        assertTrue(book.hasAdmin(second));
        vm.prank(second);
        book.setPaused(true);
        assertTrue(book.paused());
    }

    function test_theOwnerHasAdminRights() public {
        uint256 id = _dispute(address(usdc), PRICE, ASKED);
        vm.prank(seller);
        book.counterDispute(id, 1000);
        vm.startPrank(owner);
        book.setPaused(true);
        book.setPaused(false);
        book.resolveDispute(id, 20e6);
        _assertStatus(id, OrderBook.Status.Completed);
    }

    function test_everyOwnerFunctionWorks() public {
        bytes[] memory calls = _ownersCalls();
        for (uint256 i = 0; i < calls.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            vm.prank(owner);
            (bool ok,) = address(book).call(calls[i]);
            assertTrue(ok, vm.toString(i));
            vm.revertToState(snapshot);
        }
    }

    function test_transfersOwnershipInTwoSteps() public {
        vm.prank(owner);
        book.transferOwnership(heir);
        assertEq(book.owner(), owner);
        assertEq(book.pendingOwner(), heir);
        vm.expectEmit(address(book));
        emit Ownable.OwnershipTransferred(owner, heir);
        vm.prank(heir);
        book.acceptOwnership();
        assertEq(book.owner(), heir);
        assertEq(book.pendingOwner(), address(0));
        // the former owner has no rights left, the admins keep theirs
        assertFalse(book.hasAdmin(owner));
        _refuses(owner, abi.encodeCall(Settings.setDefaultFee, (1)), _notOwner(owner));
        assertTrue(book.hasAdmin(admin));
        _refuses(heir, abi.encodeWithSignature("acceptOwnership()"), _notOwner(heir));
    }

    /// @dev After the next transfer of ownership, that account is not an admin any more.
    function test_anAdminWhoBecomesTheOwnerLosesTheAdminRole() public {
        vm.prank(owner);
        book.transferOwnership(admin);
        vm.expectEmit(address(book));
        emit Admins.AdminRemoved(admin);
        vm.prank(admin);
        book.acceptOwnership();
        assertTrue(book.hasAdmin(admin));
        vm.prank(admin);
        book.transferOwnership(heir);
        vm.prank(heir);
        book.acceptOwnership();
        assertFalse(book.hasAdmin(admin));
    }

    function test_isInitialisedOnlyByTheConstructor() public {
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        book.initialize(0, stranger);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        vm.prank(owner);
        book.initialize(FEE_BPS, treasury);
        assertEq(book.treasuryAddress(), treasury);
        (uint256 feeBps, uint256 arbitrationFeeBps) = book.getDefaultFees();
        assertEq(feeBps, FEE_BPS);
        assertEq(arbitrationFeeBps, 500);
    }

    function deployed(address firstOwner, uint256 feeBps, address fees) external {
        _deploy(firstOwner, feeBps, fees);
    }

    function test_rejectsInvalidConstructorArguments() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        this.deployed(address(0), FEE_BPS, treasury);
        vm.expectRevert(abi.encodeWithSelector(Settings.FeeTooHigh.selector, 1501, 1500));
        this.deployed(owner, 1501, treasury);
        vm.expectRevert(abi.encodeWithSelector(Settings.InvalidTreasury.selector, address(0)));
        this.deployed(owner, FEE_BPS, address(0));
    }
}
