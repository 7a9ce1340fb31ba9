// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {OrderBook} from "../../src/OrderBook.sol";
import {Settings} from "../../src/Settings.sol";
import {Settlement} from "../../src/Settlement.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {Base} from "../Base.t.sol";

contract NewOrderTest is Base {
    bytes32 private constant REF = keccak256("quote");

    function _new(address token, uint256 value, uint256 price) private returns (uint256) {
        vm.prank(buyer);
        return book.newOrder{value: value}(seller, PRODUCT, DAYS, price, token);
    }

    function test_recordsTheOrderAndTakesThePayment() public {
        address[3] memory tokens = [NATIVE, address(usdc), address(usdt)];
        for (uint256 i = 0; i < tokens.length; ++i) {
            uint256 before = _balance(tokens[i], buyer);
            uint256 id = _propose(tokens[i], PRICE);
            assertEq(id, i + 1);
            assertEq(book.orderIdCounter(), id);
            assertEq(_balance(tokens[i], buyer), before - PRICE);
            assertEq(_balance(tokens[i], address(book)), PRICE);
            OrderBook.Order memory order = book.getOrder(id);
            assertEq(order.orderId, id);
            assertEq(order.buyer, buyer);
            assertEq(order.seller, seller);
            assertEq(order.productId, PRODUCT);
            assertEq(order.price, PRICE);
            assertEq(order.token, tokens[i]);
            assertEq(order.deliveryTimestamp, START);
            assertEq(order.delivery, DAYS);
            assertEq(order.feeBps, FEE_BPS);
            assertEq(order.arbitrationFeeBps, 500);
            _assertStatus(id, OrderBook.Status.Proposed);
        }
    }

    function test_storesTheMaximumOfEveryField() public {
        address last = address(type(uint160).max);
        vm.deal(last, type(uint80).max);
        vm.prank(owner);
        book.setCustomFee(address(type(uint160).max - 1), 1500);
        vm.warp(type(uint32).max);
        vm.prank(last);
        uint256 id = book.newOrder{value: type(uint80).max}(
            address(type(uint160).max - 1), type(uint32).max, 365, type(uint80).max, NATIVE, REF, type(uint64).max, type(uint32).max
        );
        OrderBook.Order memory order = book.getOrder(id);
        assertEq(order.buyer, last);
        assertEq(order.seller, address(type(uint160).max - 1));
        assertEq(order.productId, type(uint32).max);
        assertEq(order.price, type(uint80).max);
        assertEq(order.deliveryTimestamp, type(uint32).max);
        assertEq(order.delivery, 365);
        assertEq(order.feeBps, 1500);
        assertEq(order.token, NATIVE);
        _assertStatus(id, OrderBook.Status.Proposed);
    }

    function test_emitsTheTermsAndTheRef() public {
        vm.expectEmit(address(book));
        emit OrderBook.NewOrder(1, buyer, seller, PRODUCT, PRICE, address(usdc), DAYS, FEE_BPS, 500, REF, START);
        vm.prank(buyer);
        book.newOrder(seller, PRODUCT, DAYS, PRICE, address(usdc), REF, uint64(START), MAX_FEES);

        vm.expectEmit(address(book));
        emit OrderBook.NewOrder(2, buyer, seller, PRODUCT, PRICE, NATIVE, DAYS, FEE_BPS, 500, 0, type(uint64).max);
        _propose(NATIVE, PRICE);
    }

    function test_rejectsAnExpiredQuote() public {
        vm.warp(START + 1);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.QuoteExpired.selector, START));
        vm.prank(buyer);
        book.newOrder(seller, PRODUCT, DAYS, PRICE, address(usdc), REF, uint64(START), MAX_FEES);
    }

    function test_rejectsTermsOutOfBounds() public {
        vm.startPrank(buyer);
        address[3] memory sellers = [address(0), buyer, address(book)];
        for (uint256 i = 0; i < sellers.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(OrderBook.InvalidSeller.selector, sellers[i]));
            book.newOrder(sellers[i], PRODUCT, DAYS, PRICE, address(usdc));
        }
        vm.expectRevert(abi.encodeWithSelector(OrderBook.ProductIdOutOfBounds.selector, 1 << 32));
        book.newOrder(seller, 1 << 32, DAYS, PRICE, address(usdc));
        vm.expectRevert(abi.encodeWithSelector(OrderBook.DeliveryOutOfBounds.selector, 0));
        book.newOrder(seller, PRODUCT, 0, PRICE, address(usdc));
        vm.expectRevert(abi.encodeWithSelector(OrderBook.DeliveryOutOfBounds.selector, 366));
        book.newOrder(seller, PRODUCT, 366, PRICE, address(usdc));
        vm.expectRevert(abi.encodeWithSelector(OrderBook.PriceOutOfBounds.selector, 0));
        book.newOrder(seller, PRODUCT, DAYS, 0, address(usdc));
        vm.expectRevert(abi.encodeWithSelector(OrderBook.PriceOutOfBounds.selector, 1 << 80));
        book.newOrder(seller, PRODUCT, DAYS, 1 << 80, address(usdc));
        vm.expectRevert(abi.encodeWithSelector(OrderBook.PriceOutOfBounds.selector, type(uint256).max));
        book.newOrder(seller, PRODUCT, DAYS, type(uint256).max, address(usdc));
        vm.warp(uint256(type(uint32).max) + 1);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.TimestampOutOfBounds.selector, 1 << 32));
        book.newOrder(seller, PRODUCT, DAYS, PRICE, address(usdc));
        assertEq(book.orderIdCounter(), 0);
    }

    function test_rejectsATokenThatIsNotPayable() public {
        vm.expectRevert(abi.encodeWithSelector(Settings.TokenNotPayable.selector, stranger));
        _new(stranger, 0, PRICE);
        vm.prank(owner);
        book.setPayableToken(NATIVE, false);
        vm.expectRevert(abi.encodeWithSelector(Settings.TokenNotPayable.selector, NATIVE));
        _new(NATIVE, PRICE, PRICE);
    }

    function test_rejectsAWrongValue() public {
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongValue.selector, PRICE, PRICE - 1));
        _new(NATIVE, PRICE - 1, PRICE);
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongValue.selector, PRICE, PRICE + 1));
        _new(NATIVE, PRICE + 1, PRICE);
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongValue.selector, 0, 1));
        _new(address(usdc), 1, PRICE);
    }

    function test_rejectsAMissingAllowanceOrBalance() public {
        vm.prank(buyer);
        usdc.approve(address(book), PRICE - 1);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        _new(address(usdc), 0, PRICE);
        vm.prank(buyer);
        usdc.approve(address(book), type(uint256).max);
        uint256 balance = usdc.balanceOf(buyer);
        vm.expectRevert("ERC20: transfer amount exceeds balance");
        _new(address(usdc), 0, balance + 1);
    }

    function test_rejectsATokenThatDeliversAnotherAmount() public {
        HostileToken token = new HostileToken();
        _enable(address(token));
        token.mint(buyer, PRICE * 10);
        vm.prank(buyer);
        token.approve(address(book), PRICE * 10);
        token.act(HostileToken.Part.TakesFee, address(0));
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongAmountReceived.selector, token, PRICE, PRICE - 1));
        _new(address(token), 0, PRICE);
        token.act(HostileToken.Part.PaysDouble, address(0));
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongAmountReceived.selector, token, PRICE, PRICE * 2));
        _new(address(token), 0, PRICE);
        token.act(HostileToken.Part.AnswersFalse, address(0));
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, token));
        _new(address(token), 0, PRICE);
        assertEq(book.orderIdCounter(), 0);
    }

    function test_aPauseStopsOnlyNewOrders() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        vm.prank(admin);
        book.setPaused(true);
        assertTrue(book.paused());
        vm.expectRevert(OrderBook.Paused.selector);
        _new(address(usdc), 0, PRICE);
        vm.prank(buyer);
        book.completeOrder(id);
        vm.prank(admin);
        book.setPaused(false);
        assertEq(_new(address(usdc), 0, PRICE), id + 1);
    }

    function testFuzz_storesEveryTerm(uint32 productId, uint16 delivery, uint80 price, uint32 time, bytes32 ref) public {
        vm.warp(bound(time, 1, type(uint32).max));
        delivery = uint16(bound(delivery, 1, 365));
        price = uint80(bound(price, 1, type(uint80).max));
        vm.prank(buyer);
        uint256 id = book.newOrder{value: price}(seller, productId, delivery, price, NATIVE, ref, uint64(block.timestamp), MAX_FEES);
        OrderBook.Order memory order = book.getOrder(id);
        assertEq(order.productId, productId);
        assertEq(order.delivery, delivery);
        assertEq(order.price, price);
        assertEq(order.deliveryTimestamp, block.timestamp);
        assertEq(order.buyer, buyer);
        assertEq(order.seller, seller);
    }

    // ---- Fees above the buyer's maximum

    function _quoted(uint32 maxFees) private returns (uint256) {
        vm.prank(buyer);
        return book.newOrder(seller, PRODUCT, DAYS, PRICE, address(usdc), REF, uint64(START), maxFees);
    }

    function _refused(uint256 feeBps, uint256 maxFeeBps, uint256 arbitrationFeeBps, uint256 maxArbitrationFeeBps) private {
        vm.expectRevert(
            abi.encodeWithSelector(OrderBook.FeesRaised.selector, feeBps, maxFeeBps, arbitrationFeeBps, maxArbitrationFeeBps)
        );
        // forge-lint: disable-next-line(unsafe-typecast) two values of 16 bits
        _quoted(uint32(maxFeeBps << 16 | maxArbitrationFeeBps));
    }

    function test_rejectsAFeeAboveTheMaximum() public {
        uint256 before = usdc.balanceOf(buyer);
        _refused(1000, 999, 500, 500);
        _refused(1000, 1000, 500, 499);
        _refused(1000, 0, 500, type(uint16).max);
        _refused(1000, type(uint16).max, 500, 0);
        assertEq(usdc.balanceOf(buyer), before);
        assertEq(book.orderIdCounter(), 0);
        // maxima equal to the fees, and higher ones, are accepted
        assertEq(_quoted(MAX_FEES), 1);
        assertEq(_quoted(MAX_FEES + (1 << 16) + 1), 2);
        assertEq(book.getOrder(2).feeBps, 1000);
        assertEq(book.getOrder(2).arbitrationFeeBps, 500);
    }

    function test_rejectsAFeeRaisedAfterTheQuote() public {
        vm.prank(owner);
        book.setDefaultFee(1001);
        _refused(1001, 1000, 500, 500);
        vm.startPrank(owner);
        book.setDefaultFee(1000);
        book.setCustomFee(seller, 1500);
        vm.stopPrank();
        _refused(1500, 1000, 500, 500);
        vm.startPrank(owner);
        book.removeCustomFee(seller);
        book.setArbitrationFee(501);
        vm.stopPrank();
        _refused(1000, 1000, 501, 500);
        vm.prank(owner);
        book.setArbitrationFee(500);
        _quoted(MAX_FEES);
    }

    /// @dev The platform fee cannot rise by as much as the arbitration fee falls, although their sum is unchanged.
    function test_rejectsARaisedFeeEvenIfTheOtherFalls() public {
        vm.startPrank(owner);
        book.setArbitrationFee(0);
        book.setDefaultFee(1500);
        vm.stopPrank();
        _refused(1500, 1000, 0, 500);
    }

    /// @dev The maximum is compared with the arbitration fee of this order, which may be reduced by a seller's custom fee.
    function test_acceptsAReducedArbitrationFee() public {
        vm.startPrank(owner);
        book.setArbitrationFee(100);
        book.setCustomFee(seller, 1900);
        book.setArbitrationFee(500);
        vm.stopPrank();
        _refused(1900, 1900, 100, 99);
        _quoted(1900 << 16 | 100);
        assertEq(book.getOrder(1).feeBps, 1900);
        assertEq(book.getOrder(1).arbitrationFeeBps, 100);
    }

    function test_acceptsALowerFee() public {
        vm.startPrank(owner);
        book.setDefaultFee(1);
        book.setArbitrationFee(2);
        vm.stopPrank();
        _quoted(MAX_FEES);
        assertEq(book.getOrder(1).feeBps, 1);
        assertEq(book.getOrder(1).arbitrationFeeBps, 2);
    }

    /// @dev Without a quote the only maximum is the contract's cap.
    function test_hasNoMaximumWithoutAQuote() public {
        vm.startPrank(owner);
        book.setArbitrationFee(0);
        book.setDefaultFee(2000);
        vm.stopPrank();
        assertEq(book.getOrder(_propose(address(usdc), PRICE)).feeBps, 2000);
    }

    function testFuzz_neverExceedsTheMaximum(uint16 feeBps, uint16 arbitrationFeeBps, uint32 maxFees) public {
        vm.startPrank(owner);
        book.setArbitrationFee(0);
        book.setDefaultFee(feeBps = uint16(bound(feeBps, 0, 2000)));
        book.setArbitrationFee(arbitrationFeeBps = uint16(bound(arbitrationFeeBps, 0, 2000 - feeBps)));
        vm.stopPrank();
        if (maxFees % 2 == 0) maxFees = uint32(bound(maxFees >> 16, 0, 2000) << 16 | bound(maxFees % 65_536, 0, 2000));
        (uint256 maxFeeBps, uint256 maxArbitrationFeeBps) = (maxFees / 65_536, maxFees % 65_536);
        if (feeBps > maxFeeBps || arbitrationFeeBps > maxArbitrationFeeBps) {
            return _refused(feeBps, maxFeeBps, arbitrationFeeBps, maxArbitrationFeeBps);
        }
        _quoted(maxFees);
        assertEq(book.getOrder(1).feeBps, feeBps);
        assertEq(book.getOrder(1).arbitrationFeeBps, arbitrationFeeBps);
    }
}
