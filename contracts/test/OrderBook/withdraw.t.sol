// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Errors} from "@openzeppelin/contracts/utils/Errors.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {OrderBook} from "../../src/OrderBook.sol";
import {Settings} from "../../src/Settings.sol";
import {Settlement} from "../../src/Settlement.sol";
import {HostileParty} from "../mocks/HostileParty.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {Base} from "../Base.t.sol";

contract WithdrawTest is Base {
    HostileParty private party;

    /// @dev The seller is owed the proceeds of a USDC order, `party` those of a native order, and the fees of both orders are owed to
    /// `party` as the treasury.
    function setUp() public override {
        super.setUp();
        party = new HostileParty();
        party.act(HostileParty.Part.Reverts);
        vm.prank(owner);
        book.setTreasury(address(party));
        vm.prank(buyer);
        uint256 native = book.newOrder{value: PRICE}(address(party), PRODUCT, DAYS, PRICE, NATIVE);
        uint256 token = _orderIn(OrderBook.Status.Delivered);
        _bringTo(native, OrderBook.Status.Delivered);
        usdc.blacklist(seller);
        usdc.blacklist(address(party));
        vm.startPrank(buyer);
        book.completeOrder(native);
        book.completeOrder(token);
        vm.stopPrank();
    }

    function test_paysTheWholeDebtOnceToTheGivenAddress() public {
        vm.expectEmit(address(book));
        emit Settlement.Withdrawn(address(usdc), seller, stranger, PRICE - FEE);
        vm.startPrank(seller);
        assertEq(book.withdraw(address(usdc), stranger), PRICE - FEE);
        assertEq(usdc.balanceOf(stranger), PRICE - FEE);
        assertEq(book.owed(address(usdc), seller), 0);
        vm.expectRevert(abi.encodeWithSelector(Settlement.NothingOwed.selector, address(usdc), seller));
        book.withdraw(address(usdc), stranger);
    }

    function test_rejectsOthersThanTheCreditor() public {
        vm.expectRevert(abi.encodeWithSelector(Settlement.NothingOwed.selector, address(usdc), stranger));
        vm.prank(stranger);
        book.withdraw(address(usdc), stranger);
        vm.expectRevert(abi.encodeWithSelector(Settlement.NothingOwed.selector, NATIVE, admin));
        vm.prank(admin);
        book.withdraw(NATIVE, admin);
    }

    function test_aFailedPaymentStaysOwed() public {
        vm.startPrank(seller);
        vm.expectRevert();
        book.withdraw(address(usdc), seller);
        address[2] memory wrong = [address(0), address(book)];
        for (uint256 i = 0; i < wrong.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Settlement.InvalidReceiver.selector, wrong[i]));
            book.withdraw(address(usdc), wrong[i]);
        }
        vm.stopPrank();
        assertEq(book.owed(address(usdc), seller), PRICE - FEE);
        vm.expectRevert();
        party.run(address(book), 0, abi.encodeCall(Settlement.withdraw, (NATIVE, address(party))));
        assertEq(book.owed(NATIVE, address(party)), PRICE - FEE);
    }

    function test_aTokenThatReturnsFalseStaysOwed() public {
        HostileToken token = new HostileToken();
        _enable(address(token));
        token.mint(buyer, PRICE);
        vm.prank(buyer);
        token.approve(address(book), PRICE);
        uint256 id = _propose(address(token), PRICE);
        token.act(HostileToken.Part.AnswersFalse, address(0));
        vm.startPrank(buyer);
        book.cancelOrder(id);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, token));
        book.withdraw(address(token), buyer);
        assertEq(book.owed(address(token), buyer), PRICE);
    }

    function test_theOwnerWithdrawsOnlyOwedFees() public {
        vm.startPrank(owner);
        vm.expectRevert(abi.encodeWithSelector(Settlement.FeesBelow.selector, NATIVE, FEE + 1, FEE));
        book.withdrawEth(stranger, FEE + 1);
        vm.expectRevert(abi.encodeWithSelector(Settlement.FeesBelow.selector, address(usdc), FEE + 1, FEE));
        book.withdrawToken(address(usdc), stranger, FEE + 1);
        vm.expectEmit(address(book));
        emit Settlement.FeesWithdrawn(NATIVE, stranger, FEE - 1, owner);
        book.withdrawEth(stranger, FEE - 1);
        book.withdrawEth(stranger, 1);
        book.withdrawToken(address(usdc), stranger, FEE);
        assertEq(stranger.balance, FEE);
        assertEq(usdc.balanceOf(stranger), FEE);
        vm.expectRevert(abi.encodeWithSelector(Settlement.FeesBelow.selector, NATIVE, 1, 0));
        book.withdrawEth(stranger, 1);
        // The owed payments to the parties remain.
        assertEq(address(book).balance, book.owed(NATIVE, address(party)));
        assertEq(usdc.balanceOf(address(book)), book.owed(address(usdc), seller));
    }

    function test_debtsToANewTreasuryAreNotFees() public {
        vm.startPrank(owner);
        book.setTreasury(seller);
        book.withdrawToken(address(usdc), admin, FEE);
        vm.expectRevert(abi.encodeWithSelector(Settlement.FeesBelow.selector, address(usdc), 1, 0));
        book.withdrawToken(address(usdc), admin, 1);
        assertEq(book.owed(address(usdc), seller), PRICE - FEE);
    }

    function test_onlyTheOwnerWithdrawsFees() public {
        address[2] memory others = [address(party), admin];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.startPrank(others[i]);
            bytes memory refused = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, others[i]);
            vm.expectRevert(refused);
            book.withdrawEth(stranger, FEE);
            vm.expectRevert(refused);
            book.withdrawToken(address(usdc), stranger, FEE);
            vm.stopPrank();
        }
    }

    function test_rejectsInvalidReceiversForFees() public {
        vm.startPrank(owner);
        vm.expectRevert(abi.encodeWithSelector(Settlement.InvalidReceiver.selector, address(0)));
        book.withdrawEth(address(0), FEE);
        vm.expectRevert(abi.encodeWithSelector(Settlement.InvalidReceiver.selector, address(book)));
        book.withdrawToken(address(usdc), address(book), FEE);
        vm.expectRevert(abi.encodeWithSelector(Settings.TokenNotPayable.selector, NATIVE));
        book.withdrawToken(NATIVE, stranger, FEE);
        vm.expectRevert();
        book.withdrawEth(address(party), FEE);
        assertEq(book.owedFees(NATIVE), FEE);
    }
}
