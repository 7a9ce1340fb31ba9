// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Admins} from "../../src/Admins.sol";
import {CollectionFactory} from "../../src/CollectionFactory.sol";
import {Platform} from "../../src/Platform.sol";
import {CollectionBase} from "../Collection/CollectionBase.sol";

contract CreatorsTest is CollectionBase {
    function test_addCreator_letsAnAccountCreateCollections() public {
        assertFalse(platform.isCreator(stranger));
        vm.expectEmit(address(platform));
        emit Platform.CreatorAdded(stranger);
        vm.prank(admin);
        platform.addCreator(stranger);
        assertTrue(platform.isCreator(stranger));
        _newCollection(stranger, SALT);
    }

    function test_addCreator_rejectsAnExistingCreator() public {
        vm.expectRevert(abi.encodeWithSelector(Platform.AlreadyCreator.selector, creator));
        vm.prank(admin);
        platform.addCreator(creator);
    }

    function test_addCreator_rejectsTheZeroAddress() public {
        vm.expectRevert(abi.encodeWithSelector(Platform.InvalidCreator.selector, address(0)));
        vm.prank(admin);
        platform.addCreator(address(0));
    }

    function test_removeCreator_affectsNewCollectionsOnly() public {
        vm.expectEmit(address(platform));
        emit Platform.CreatorRemoved(creator);
        vm.prank(admin);
        platform.removeCreator(creator);
        assertFalse(platform.isCreator(creator));
        vm.expectRevert(abi.encodeWithSelector(CollectionFactory.NotCreator.selector, creator));
        _newCollection(creator, "another");
        // existing collections continue
        _mint(buyer, 1);
        _redeem(_voucher(NATIVE, 1 ether), _sign(_voucher(NATIVE, 1 ether)));
        assertEq(collection.balanceOf(buyer), 2);
    }

    function test_removeCreator_rejectsOthersThanCreators() public {
        vm.expectRevert(abi.encodeWithSelector(Platform.NotCreator.selector, stranger));
        vm.prank(admin);
        platform.removeCreator(stranger);
    }

    /// @dev A custom fee and the right to create are independent.
    function test_removeCreator_keepsTheCustomFee() public {
        vm.startPrank(owner);
        platform.setCustomFees(creator, 0);
        platform.removeCreator(creator);
        (bool set, uint256 feeBps) = platform.getCustomFees(creator);
        assertTrue(set);
        assertEq(feeBps, 0);
        platform.addCreator(creator);
        platform.removeCustomFees(creator);
        assertTrue(platform.isCreator(creator));
        vm.stopPrank();
    }

    function test_rejectsOthersThanAdmins() public {
        bytes[2] memory calls = [abi.encodeCall(Platform.addCreator, (stranger)), abi.encodeCall(Platform.removeCreator, (creator))];
        address[2] memory callers = [stranger, creator];
        for (uint256 i = 0; i < calls.length; ++i) {
            for (uint256 c = 0; c < 2; ++c) _refuses(callers[c], calls[i], Admins.NotAdmin.selector);
        }
    }

    /// @dev Admins are rejected too; they may only enable creators.
    function test_onlyTheOwnerSetsFeesAndAdmins() public {
        bytes[] memory calls = new bytes[](7);
        calls[0] = abi.encodeCall(Platform.setDefaultFees, (0));
        calls[1] = abi.encodeCall(Platform.setCustomFees, (stranger, 0));
        calls[2] = abi.encodeCall(Platform.removeCustomFees, (stranger));
        calls[3] = abi.encodeCall(Platform.setTreasury, (stranger));
        calls[4] = abi.encodeCall(Platform.setPayableToken, (address(usdc), false));
        calls[5] = abi.encodeCall(Admins.addAdmin, (stranger));
        calls[6] = abi.encodeCall(Admins.removeAdmin, (admin));
        address[3] memory callers = [stranger, creator, admin];
        for (uint256 i = 0; i < calls.length; ++i) {
            for (uint256 c = 0; c < 3; ++c) _refuses(callers[c], calls[i], Ownable.OwnableUnauthorizedAccount.selector);
        }
    }

    function _refuses(address caller, bytes memory call, bytes4 selector) private {
        vm.prank(caller);
        (bool ok, bytes memory answer) = address(platform).call(call);
        assertFalse(ok);
        assertEq(answer, abi.encodeWithSelector(selector, caller));
    }

    /// @dev Admins.sol is tested with the OrderBook; this only checks that the Platform uses it.
    function test_theOwnerAddsAndRemovesAdmins() public {
        assertTrue(platform.hasAdmin(owner));
        vm.prank(owner);
        platform.removeAdmin(admin);
        _refuses(admin, abi.encodeCall(Platform.addCreator, (stranger)), Admins.NotAdmin.selector);
        vm.prank(owner);
        platform.addCreator(stranger);
    }
}
