// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Settings} from "../../src/Settings.sol";
import {Settlement} from "../../src/Settlement.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {SmartWallet} from "../mocks/SmartWallet.sol";
import {Base} from "../Base.t.sol";

contract NewOrderWithAuthorizationTest is Base {
    OrderBook.Terms private terms;

    function setUp() public override {
        super.setUp();
        // the buyer has approved nothing and has no native coin
        vm.startPrank(buyer);
        usdc.approve(address(book), 0);
        usdt.approve(address(book), 0);
        vm.stopPrank();
        vm.deal(buyer, 0);
        terms = _terms(address(usdc), PRICE);
    }

    function _signed(OrderBook.Terms memory signed) private view returns (bytes memory) {
        return _sign(buyerKey, _authorization(usdc, buyer, signed));
    }

    function _relay(address payer, OrderBook.Terms memory relayed, bytes memory signature) private returns (uint256) {
        vm.prank(stranger);
        return book.newOrderWithAuthorization(payer, relayed, signature);
    }

    function _expectInvalidSignature() private {
        vm.expectRevert("FiatTokenV2: invalid signature");
    }

    function test_createsTheBuyersOrderForAnySubmitter() public {
        uint256 before = usdc.balanceOf(buyer);
        bytes memory signature = _signed(terms);
        vm.expectEmit(address(book));
        emit OrderBook.NewOrder(
            1, buyer, seller, PRODUCT, PRICE, address(usdc), DAYS, FEE_BPS, 500, terms.ref, terms.validUntil
        );
        assertEq(_relay(buyer, terms, signature), 1);
        OrderBook.Order memory order = book.getOrder(1);
        assertEq(order.buyer, buyer);
        assertEq(order.seller, seller);
        assertEq(order.productId, PRODUCT);
        assertEq(order.price, PRICE);
        assertEq(order.token, address(usdc));
        assertEq(order.delivery, DAYS);
        assertEq(order.deliveryTimestamp, START);
        _assertStatus(1, OrderBook.Status.Proposed);
        assertEq(usdc.balanceOf(buyer), before - PRICE);
        assertEq(usdc.balanceOf(address(book)), PRICE);
        assertTrue(usdc.authorizationState(buyer, book.getAuthorizationNonce(buyer, terms)));
        // the order is the buyer's, who can cancel it
        vm.prank(buyer);
        book.cancelOrder(1);
        assertEq(usdc.balanceOf(buyer), before);
    }

    function test_rejectsAUsedSignature() public {
        bytes memory signature = _signed(terms);
        _relay(buyer, terms, signature);
        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        _relay(buyer, terms, signature);
        vm.prank(buyer);
        book.cancelOrder(1);
        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        _relay(buyer, terms, signature);
    }

    /// @dev Every term is part of the nonce, so a signature is valid for these terms only.
    function test_rejectsOtherTerms() public {
        bytes memory signature = _signed(terms);
        for (uint256 i = 0; i < 7; ++i) {
            OrderBook.Terms memory other = terms;
            if (i == 0) other.seller = stranger;
            if (i == 1) other.productId++;
            if (i == 2) other.delivery++;
            if (i == 3) other.price--;
            if (i == 4) other.ref = bytes32(uint256(other.ref) ^ 1);
            if (i == 5) other.validUntil++;
            if (i == 6) other.maxFees++;
            _expectInvalidSignature();
            _relay(buyer, other, signature);
        }
        _relay(buyer, terms, signature);
    }

    /// @dev The submitter of the signature cannot agree to higher fees for the buyer.
    function test_rejectsARaisedFee() public {
        bytes memory signature = _signed(terms);
        vm.prank(owner);
        book.setDefaultFee(1100);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.FeesRaised.selector, 1100, 1000, 500, 500));
        _relay(buyer, terms, signature);
        OrderBook.Terms memory other = terms;
        other.maxFees = 1100 << 16 | 500;
        _expectInvalidSignature();
        _relay(buyer, other, signature);
        vm.startPrank(owner);
        book.setDefaultFee(1000);
        book.setArbitrationFee(600);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(OrderBook.FeesRaised.selector, 1000, 1000, 600, 500));
        _relay(buyer, terms, signature);
        vm.prank(owner);
        book.setArbitrationFee(500);
        _relay(buyer, terms, signature);
    }

    function test_rejectsAnotherToken() public {
        bytes memory signature = _signed(terms);
        OrderBook.Terms memory other = terms;
        // another token with the same domain name, version and chain
        vm.etch(stranger, address(usdc).code);
        _enable(stranger);
        other.token = stranger;
        _expectInvalidSignature();
        _relay(buyer, other, signature);
    }

    function test_rejectsAnotherBuyer() public {
        bytes memory signature = _signed(terms);
        usdc.mint(admin, PRICE);
        _expectInvalidSignature();
        _relay(admin, terms, signature);
        _expectInvalidSignature();
        _relay(address(usdt), terms, signature);
    }

    function test_rejectsAnotherOrderBookOrChain() public {
        bytes memory signature = _signed(terms);
        OrderBook another = _deploy(owner, FEE_BPS, treasury);
        vm.prank(owner);
        another.setPayableToken(address(usdc), true);
        _expectInvalidSignature();
        another.newOrderWithAuthorization(buyer, terms, signature);
        uint256 here = block.chainid;
        vm.chainId(here + 1);
        _expectInvalidSignature();
        _relay(buyer, terms, signature);
        vm.chainId(here);
        _relay(buyer, terms, signature);
    }

    /// @dev The token pays the payee only when the payee calls, and the order book calls only in newOrderWithAuthorization.
    function test_theAuthorizationCannotBeUsedDirectlyAtTheToken() public {
        bytes memory signature = _signed(terms);
        bytes32 nonce = book.getAuthorizationNonce(buyer, terms);
        uint256 validBefore = uint256(terms.validUntil) + 1;
        vm.startPrank(stranger);
        vm.expectRevert("FiatTokenV2: caller must be the payee");
        usdc.receiveWithAuthorization(buyer, address(book), PRICE, 0, validBefore, nonce, signature);
        _expectInvalidSignature();
        usdc.transferWithAuthorization(buyer, address(book), PRICE, 0, validBefore, nonce, signature);
        _expectInvalidSignature();
        usdc.transferWithAuthorization(buyer, stranger, PRICE, 0, validBefore, nonce, signature);
    }

    function testFuzz_theNonceDependsOnEveryTerm(OrderBook.Terms memory a, OrderBook.Terms memory b, address c, address d) public {
        bool alike = keccak256(abi.encode(a, c)) == keccak256(abi.encode(b, d));
        assertEq(book.getAuthorizationNonce(c, a) == book.getAuthorizationNonce(d, b), alike);
        assertEq(book.getAuthorizationNonce(c, a), keccak256(abi.encode(block.chainid, address(book), c, a)));
    }

    function test_isValidUntilTheLastSecondOfItsQuote() public {
        bytes memory signature = _signed(terms);
        vm.warp(uint256(terms.validUntil) + 1);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.QuoteExpired.selector, terms.validUntil));
        _relay(buyer, terms, signature);
        vm.warp(terms.validUntil);
        _relay(buyer, terms, signature);
        // a quote with the latest possible expiry stays valid
        terms.validUntil = type(uint64).max;
        vm.warp(type(uint32).max);
        _relay(buyer, terms, _signed(terms));
    }

    function test_theBuyerCanCancelTheAuthorizationAtTheToken() public {
        bytes memory signature = _signed(terms);
        bytes32 nonce = book.getAuthorizationNonce(buyer, terms);
        bytes32 data = keccak256(abi.encode(usdc.CANCEL_AUTHORIZATION_TYPEHASH(), buyer, nonce));
        usdc.cancelAuthorization(buyer, nonce, _sign(buyerKey, keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), data))));
        vm.expectRevert("FiatTokenV2: authorization is used or canceled");
        _relay(buyer, terms, signature);
    }

    function test_rejectsMalformedSignatures() public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(buyerKey, _authorization(usdc, buyer, terms));
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        vm.expectRevert("ECRecover: invalid signature 's' value");
        _relay(buyer, terms, abi.encodePacked(r, bytes32(order - uint256(s)), v == 27 ? uint8(28) : uint8(27)));
        vm.expectRevert("ECRecover: invalid signature length");
        _relay(buyer, terms, abi.encodePacked(r, s));
        vm.expectRevert("ECRecover: invalid signature length");
        _relay(buyer, terms, "");
        vm.expectRevert("ECRecover: invalid signature 'v' value");
        _relay(buyer, terms, abi.encodePacked(r, s, v - 27));
        vm.expectRevert("ECRecover: invalid signature");
        _relay(address(0), terms, abi.encodePacked(bytes32(0), s, v));
        assertEq(book.orderIdCounter(), 0);
    }

    function _wallet(address owner) private returns (SmartWallet wallet) {
        wallet = new SmartWallet(owner);
        usdc.mint(address(wallet), PRICE);
    }

    function test_acceptsSmartWalletSignatures() public {
        SmartWallet wallet = _wallet(buyer);
        bytes memory signature = _sign(buyerKey, _authorization(usdc, address(wallet), terms));
        // with a prefix, as some wallets add
        uint256 id = _relay(address(wallet), terms, abi.encodePacked("owner 1", signature));
        assertEq(book.getOrder(id).buyer, address(wallet));
        assertEq(usdc.balanceOf(address(wallet)), 0);
        wallet.run(address(book), abi.encodeCall(OrderBook.cancelOrder, (id)));
        assertEq(usdc.balanceOf(address(wallet)), PRICE);
    }

    /// @dev Two wallets of one owner accept any hash that the owner signed. A signature for one is not valid for the other, because the
    /// payer is part of the token's hash and of the nonce.
    function test_rejectsASignatureForAnotherWalletOfTheSameOwner() public {
        (SmartWallet one, SmartWallet twin) = (_wallet(buyer), _wallet(buyer));
        bytes memory signature = _sign(buyerKey, _authorization(usdc, address(one), terms));
        _expectInvalidSignature();
        _relay(address(twin), terms, signature);
        _expectInvalidSignature();
        _relay(buyer, terms, signature);
        _relay(address(one), terms, signature);
        _expectInvalidSignature();
        _relay(address(twin), terms, signature);
        assertEq(usdc.balanceOf(address(twin)), PRICE);
    }

    function test_rejectsARevokedWallet() public {
        SmartWallet wallet = _wallet(buyer);
        bytes memory signature = _sign(buyerKey, _authorization(usdc, address(wallet), terms));
        wallet.revoke();
        _expectInvalidSignature();
        _relay(address(wallet), terms, signature);
    }

    /// @dev A wallet is asked for its signature when the order is recorded but not paid. The wallet can then read the order book but not
    /// write to it.
    function test_aWalletCannotReenterDuringItsSignatureCheck() public {
        SmartWallet wallet = _wallet(buyer);
        bytes memory signature = _sign(buyerKey, _authorization(usdc, address(wallet), terms));
        bytes[3] memory calls = [
            abi.encodeCall(OrderBook.cancelOrder, (1)),
            abi.encodeCall(OrderBook.newOrderWithAuthorization, (address(wallet), terms, signature)),
            abi.encodeCall(Settlement.withdraw, (address(usdc), address(wallet)))
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            wallet.callBack(address(book), calls[i]);
            _expectInvalidSignature();
            _relay(address(wallet), terms, signature);
        }
        wallet.callBack(address(book), abi.encodeCall(OrderBook.getOrder, (1)));
        _relay(address(wallet), terms, signature);
    }

    function test_rejectsWhatNewOrderRejects() public {
        OrderBook.Terms memory other = terms;
        other.seller = buyer;
        vm.expectRevert(abi.encodeWithSelector(OrderBook.InvalidSeller.selector, buyer));
        _relay(buyer, other, "");
        other.seller = seller;
        other.price = 0;
        vm.expectRevert(abi.encodeWithSelector(OrderBook.PriceOutOfBounds.selector, 0));
        _relay(buyer, other, "");
        other.price = PRICE;
        other.token = NATIVE;
        vm.expectRevert(abi.encodeWithSelector(Settings.TokenNotPayable.selector, NATIVE));
        _relay(buyer, other, "");
        other.token = stranger;
        vm.expectRevert(abi.encodeWithSelector(Settings.TokenNotPayable.selector, stranger));
        _relay(buyer, other, "");
        vm.prank(admin);
        book.setPaused(true);
        bytes memory signature = _signed(terms);
        vm.expectRevert(OrderBook.Paused.selector);
        _relay(buyer, terms, signature);
    }

    function test_rejectsValue() public {
        bytes memory call = abi.encodeCall(OrderBook.newOrderWithAuthorization, (buyer, terms, _signed(terms)));
        vm.deal(stranger, 1);
        vm.prank(stranger);
        (bool ok,) = address(book).call{value: 1}(call);
        assertFalse(ok);
    }

    function test_revertsIfTheTokenRefusesThePayment() public {
        OrderBook.Terms memory dear = terms;
        dear.price = usdc.balanceOf(buyer) + 1;
        bytes memory signature = _signed(dear);
        vm.expectRevert("ERC20: transfer amount exceeds balance");
        _relay(buyer, dear, signature);
        signature = _signed(terms);
        usdc.blacklist(buyer);
        vm.expectRevert("Blacklistable: account is blacklisted");
        _relay(buyer, terms, signature);
        usdc.unBlacklist(buyer);
        usdc.pause();
        vm.expectRevert("Pausable: paused");
        _relay(buyer, terms, signature);
    }

    /// @dev USDT has no ERC-3009. HostileToken delivers nothing, too little or too much, and finally has no code left.
    function test_rejectsTokensThatDeliverAnotherAmount() public {
        OrderBook.Terms memory other = terms;
        other.token = address(usdt);
        vm.expectRevert();
        _relay(buyer, other, "");

        HostileToken token = new HostileToken();
        _enable(address(token));
        token.mint(buyer, PRICE * 10);
        other.token = address(token);
        token.act(HostileToken.Part.SwallowsCalls, address(0));
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongAmountReceived.selector, token, PRICE, 0));
        _relay(buyer, other, "");
        token.act(HostileToken.Part.TakesFee, address(0));
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongAmountReceived.selector, token, PRICE, PRICE - 1));
        _relay(buyer, other, "");
        token.act(HostileToken.Part.PaysDouble, address(0));
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongAmountReceived.selector, token, PRICE, PRICE * 2));
        _relay(buyer, other, "");
        // the order book cannot be the buyer and pay from its own balance, which holds other deposits
        token.act(HostileToken.Part.Honest, address(0));
        _relay(buyer, other, "");
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongAmountReceived.selector, token, PRICE, 0));
        _relay(address(book), other, "");
        vm.etch(address(token), "");
        vm.expectRevert();
        _relay(buyer, other, "");
        assertEq(book.orderIdCounter(), 1);
    }

    function testFuzz_createsAnOrderWithAnyTerms(uint32 productId, uint16 delivery, uint80 price, uint64 validUntil, bytes32 ref) public {
        terms.productId = productId;
        terms.delivery = bound(delivery, 1, 365);
        terms.price = bound(price, 1, 1e24);
        terms.validUntil = uint64(bound(validUntil, START, type(uint64).max));
        terms.ref = ref;
        bytes memory signature = _signed(terms);
        uint256 id = _relay(buyer, terms, signature);
        OrderBook.Order memory order = book.getOrder(id);
        assertEq(order.buyer, buyer);
        assertEq(order.productId, productId);
        assertEq(order.delivery, terms.delivery);
        assertEq(order.price, terms.price);
        assertEq(usdc.balanceOf(address(book)), terms.price);
    }
}
