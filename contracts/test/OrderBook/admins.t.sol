// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {Admins} from "../../src/Admins.sol";
import {OrderBook} from "../../src/OrderBook.sol";
import {Settings} from "../../src/Settings.sol";
import {Base} from "../Base.t.sol";

contract AdminsTest is Base {
    address private second = makeAddr("second");
    address private third = makeAddr("third");

    function _add(address candidate) private {
        vm.prank(admin);
        book.addAdmin(candidate);
        vm.prank(candidate);
        book.acceptAdmin();
    }

    function test_joiningTakesTwoSteps() public {
        assertTrue(book.hasAdmin(admin));
        vm.expectEmit(address(book));
        emit Admins.AdminProposed(second, admin);
        vm.prank(admin);
        book.addAdmin(second);
        assertFalse(book.hasAdmin(second));
        vm.expectRevert(abi.encodeWithSelector(Admins.NotAdmin.selector, second));
        vm.prank(second);
        book.setPaused(true);
        vm.expectEmit(address(book));
        emit Admins.AdminAdded(second);
        vm.prank(second);
        book.acceptAdmin();
        assertTrue(book.hasAdmin(second));
        vm.prank(second);
        book.setPaused(true);
    }

    function test_aProposalIsUsedOnce() public {
        _add(second);
        vm.prank(admin);
        book.removeAdmin(second);
        vm.expectRevert(abi.encodeWithSelector(Admins.NotProposed.selector, second));
        vm.prank(second);
        book.acceptAdmin();
        vm.expectRevert(abi.encodeWithSelector(Admins.NotProposed.selector, stranger));
        vm.prank(stranger);
        book.acceptAdmin();
    }

    function test_aProposalLapsesWithItsProposer() public {
        _add(second);
        vm.prank(second);
        book.addAdmin(third);
        vm.prank(admin);
        book.removeAdmin(second);
        vm.expectRevert(abi.encodeWithSelector(Admins.NotProposed.selector, third));
        vm.prank(third);
        book.acceptAdmin();
    }

    function test_aProposalCanBeTakenBack() public {
        vm.startPrank(admin);
        book.addAdmin(second);
        vm.expectEmit(address(book));
        emit Admins.AdminRemoved(second, admin);
        book.removeAdmin(second);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(Admins.NotProposed.selector, second));
        vm.prank(second);
        book.acceptAdmin();
        assertTrue(book.hasAdmin(admin));
    }

    function test_neverTheLastOne() public {
        vm.startPrank(admin);
        vm.expectRevert(abi.encodeWithSelector(Admins.LastAdmin.selector, admin));
        book.removeAdmin(admin);
        // a proposal is not an admin
        book.addAdmin(second);
        vm.expectRevert(abi.encodeWithSelector(Admins.LastAdmin.selector, admin));
        book.removeAdmin(admin);
        vm.stopPrank();
        vm.prank(second);
        book.acceptAdmin();
        vm.prank(admin);
        book.removeAdmin(admin);
        vm.expectRevert(abi.encodeWithSelector(Admins.LastAdmin.selector, second));
        vm.prank(second);
        book.removeAdmin(second);
        assertTrue(book.hasAdmin(second));
        assertFalse(book.hasAdmin(admin));
    }

    function test_refusesWhatMakesNoSense() public {
        vm.startPrank(admin);
        vm.expectRevert(abi.encodeWithSelector(Admins.InvalidAdmin.selector, address(0)));
        book.addAdmin(address(0));
        vm.expectRevert(abi.encodeWithSelector(Admins.AlreadyAdmin.selector, admin));
        book.addAdmin(admin);
        vm.expectRevert(abi.encodeWithSelector(Admins.NotAdmin.selector, second));
        book.removeAdmin(second);
        vm.stopPrank();
        vm.startPrank(stranger);
        vm.expectRevert(abi.encodeWithSelector(Admins.NotAdmin.selector, stranger));
        book.addAdmin(second);
        vm.expectRevert(abi.encodeWithSelector(Admins.NotAdmin.selector, stranger));
        book.removeAdmin(admin);
        vm.expectRevert(abi.encodeWithSelector(Admins.NotAdmin.selector, stranger));
        book.setPaused(true);
        vm.expectRevert(abi.encodeWithSelector(Admins.NotAdmin.selector, stranger));
        book.setPayableToken(NATIVE, false);
    }

    function test_isInitialisedByItsDeploymentAlone() public {
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        book.initialize(0, stranger);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        vm.prank(admin);
        book.initialize(FEE_BPS, treasury);
        assertEq(book.treasuryAddress(), treasury);
        (uint256 feeBps, uint256 arbitrationFeeBps) = book.getDefaultFees();
        assertEq(feeBps, FEE_BPS);
        assertEq(arbitrationFeeBps, 500);
    }

    function deployed(address firstAdmin, uint256 feeBps, address fees) external {
        _deploy(firstAdmin, feeBps, fees);
    }

    function test_refusesADeploymentThatCannotWork() public {
        vm.expectRevert(abi.encodeWithSelector(Admins.InvalidAdmin.selector, address(0)));
        this.deployed(address(0), FEE_BPS, treasury);
        vm.expectRevert(abi.encodeWithSelector(Settings.FeeTooHigh.selector, 1501, 1500));
        this.deployed(admin, 1501, treasury);
        vm.expectRevert(abi.encodeWithSelector(Settings.InvalidTreasury.selector, address(0)));
        this.deployed(admin, FEE_BPS, address(0));
    }
}
