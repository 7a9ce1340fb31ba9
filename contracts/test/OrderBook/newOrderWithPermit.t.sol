// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Settings} from "../../src/Settings.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {SmartWallet} from "../mocks/SmartWallet.sol";
import {Base} from "../Base.t.sol";

contract NewOrderWithPermitTest is Base {
    OrderBook.Terms private terms;

    function setUp() public override {
        super.setUp();
        vm.startPrank(buyer);
        usdc.approve(address(book), 0);
        usdt.approve(address(book), 0);
        vm.stopPrank();
        terms = _terms(address(usdc), PRICE);
    }

    function _signed(uint256 value, uint256 deadline) private view returns (bytes memory) {
        return _sign(buyerKey, _permission(usdc, buyer, value, deadline));
    }

    function _order(address payer, uint256 deadline, bytes memory signature) private returns (uint256) {
        vm.prank(payer);
        return book.newOrderWithPermit(terms, deadline, signature);
    }

    function _expectNoAllowance() private {
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
    }

    function test_createsAnOrderWithoutAnApproval() public {
        uint256 before = usdc.balanceOf(buyer);
        bytes memory signature = _signed(PRICE, START);
        vm.expectEmit(address(book));
        emit OrderBook.NewOrder(
            1, buyer, seller, PRODUCT, PRICE, address(usdc), DAYS, FEE_BPS, 500, terms.ref, terms.validUntil
        );
        assertEq(_order(buyer, START, signature), 1);
        assertEq(book.getOrder(1).buyer, buyer);
        assertEq(usdc.balanceOf(buyer), before - PRICE);
        assertEq(usdc.balanceOf(address(book)), PRICE);
        assertEq(usdc.allowance(buyer, address(book)), 0);
        // the permit cannot be used again
        _expectNoAllowance();
        _order(buyer, START, signature);
    }

    /// @dev A permit is public in the mempool. A stranger who submits it first does no harm: the order uses the allowance.
    function test_worksIfThePermitWasSubmittedBefore() public {
        bytes memory signature = _signed(PRICE, START);
        vm.prank(stranger);
        usdc.permit(buyer, address(book), PRICE, START, signature);
        assertEq(usdc.allowance(buyer, address(book)), PRICE);
        _order(buyer, START, signature);
        assertEq(usdc.balanceOf(address(book)), PRICE);
        assertEq(usdc.allowance(buyer, address(book)), 0);
    }

    function test_rejectsARaisedFee() public {
        bytes memory signature = _signed(PRICE, START);
        vm.prank(owner);
        book.setArbitrationFee(501);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.FeesRaised.selector, 1000, 1000, 501, 500));
        _order(buyer, START, signature);
        vm.prank(owner);
        book.setArbitrationFee(500);
        assertEq(_order(buyer, START, signature), 1);
    }

    function test_rejectsAnotherAccountsPermit() public {
        bytes memory signature = _signed(PRICE, START);
        usdc.mint(stranger, PRICE);
        _expectNoAllowance();
        _order(stranger, START, signature);
        // also rejected when the buyer's allowance exists
        usdc.permit(buyer, address(book), PRICE, START, signature);
        _expectNoAllowance();
        _order(stranger, START, signature);
    }

    function test_anInvalidPermitFallsBackToTheAllowance() public {
        bytes memory late = _signed(PRICE, START - 1);
        _expectNoAllowance();
        _order(buyer, START - 1, late);
        bytes memory less = _signed(PRICE - 1, START);
        _expectNoAllowance();
        _order(buyer, START, less);
        _expectNoAllowance();
        _order(buyer, START, "");
        vm.prank(buyer);
        usdc.approve(address(book), PRICE);
        assertEq(_order(buyer, START, "no permit at all"), 1);
    }

    function test_acceptsSmartWalletSignatures() public {
        SmartWallet wallet = new SmartWallet(buyer);
        usdc.mint(address(wallet), PRICE * 2);
        bytes memory signature = _sign(buyerKey, _permission(usdc, address(wallet), PRICE, START));
        bytes memory call = abi.encodeCall(OrderBook.newOrderWithPermit, (terms, START, abi.encodePacked("owner 1", signature)));
        wallet.run(address(book), call);
        assertEq(book.getOrder(1).buyer, address(wallet));
        // a signature of 65 bytes is accepted too
        signature = _sign(buyerKey, _permission(usdc, address(wallet), PRICE, START));
        wallet.run(address(book), abi.encodeCall(OrderBook.newOrderWithPermit, (terms, START, signature)));
        assertEq(usdc.balanceOf(address(wallet)), 0);
        assertEq(usdc.balanceOf(address(book)), PRICE * 2);
    }

    /// @dev USDT has no permit, and some tokens accept every call: both pay by allowance or not at all.
    function test_tokensWithoutPermitUseTheAllowance() public {
        terms.token = address(usdt);
        vm.expectRevert();
        _order(buyer, START, new bytes(65));
        vm.prank(buyer);
        usdt.approve(address(book), PRICE);
        _order(buyer, START, new bytes(65));
        assertEq(usdt.balanceOf(address(book)), PRICE);

        HostileToken token = new HostileToken();
        _enable(address(token));
        token.mint(buyer, PRICE);
        token.act(HostileToken.Part.SwallowsCalls, address(0));
        terms.token = address(token);
        vm.expectRevert();
        _order(buyer, START, new bytes(65));
        vm.prank(buyer);
        token.approve(address(book), PRICE);
        _order(buyer, START, new bytes(65));
        assertEq(token.balanceOf(address(book)), PRICE);
    }

    function test_rejectsWhatNewOrderRejects() public {
        terms.token = NATIVE;
        vm.expectRevert(abi.encodeWithSelector(Settings.TokenNotPayable.selector, NATIVE));
        _order(buyer, START, "");
        terms.token = address(usdc);
        terms.seller = buyer;
        vm.expectRevert(abi.encodeWithSelector(OrderBook.InvalidSeller.selector, buyer));
        _order(buyer, START, "");
        terms.seller = seller;
        vm.warp(uint256(terms.validUntil) + 1);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.QuoteExpired.selector, terms.validUntil));
        _order(buyer, START, "");
        vm.prank(admin);
        book.setPaused(true);
        vm.expectRevert(OrderBook.Paused.selector);
        _order(buyer, START, "");
    }

    function test_rejectsValue() public {
        bytes memory call = abi.encodeCall(OrderBook.newOrderWithPermit, (terms, START, _signed(PRICE, START)));
        vm.prank(buyer);
        (bool ok,) = address(book).call{value: 1}(call);
        assertFalse(ok);
    }

    function testFuzz_paysAnyPrice(uint80 price, uint256 deadline) public {
        terms.price = bound(price, 1, 1e24);
        deadline = bound(deadline, START, type(uint256).max);
        uint256 id = _order(buyer, deadline, _signed(terms.price, deadline));
        assertEq(book.getOrder(id).price, terms.price);
        assertEq(usdc.balanceOf(address(book)), terms.price);
        assertEq(usdc.allowance(buyer, address(book)), 0);
    }
}
