// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

contract AcceptDisputeTest is Base {
    function _accept(uint256 id, uint256 expected) private {
        vm.prank(seller);
        book.acceptDispute(id, expected);
    }

    function test_paysTheAskInEveryToken() public {
        address[3] memory tokens = [NATIVE, address(usdc), address(usdt)];
        for (uint256 i = 0; i < tokens.length; ++i) {
            uint256 id = _dispute(tokens[i], PRICE, 2500);
            uint256 before = _balance(tokens[i], buyer);
            vm.warp(block.timestamp + 1 days);
            vm.expectEmit(address(book));
            emit OrderBook.AcceptDispute(id, 2500);
            vm.expectEmit(address(book));
            emit OrderBook.CompleteOrder(id, 25e6, 67.5e6, 7.5e6, true);
            _accept(id, 2500);
            _assertStatus(id, OrderBook.Status.Completed);
            assertEq(book.getOrder(id).deliveryTimestamp, block.timestamp);
            assertEq(_balance(tokens[i], buyer), before + 25e6);
            assertEq(_balance(tokens[i], seller), 67.5e6);
            assertEq(_balance(tokens[i], treasury), 7.5e6);
            assertEq(_balance(tokens[i], address(book)), 0);
        }
    }

    function test_chargesNoFeeOnAFullRefund() public {
        uint256 id = _dispute(address(usdc), PRICE, 10_000);
        vm.expectEmit(address(book));
        emit OrderBook.CompleteOrder(id, PRICE, 0, 0, true);
        _accept(id, 10_000);
        assertEq(usdc.balanceOf(seller), 0);
        assertEq(usdc.balanceOf(treasury), 0);
    }

    /// @dev The buyer lowers the ask while the seller's acceptance of the old one is pending: that acceptance reverts.
    function test_rejectsAChangedAsk() public {
        uint256 id = _dispute(address(usdc), PRICE, ASKED);
        vm.prank(buyer);
        book.updateDispute(id, 4000);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.UnexpectedRefund.selector, id, ASKED, 4000));
        _accept(id, ASKED);
        _assertStatus(id, OrderBook.Status.Disputed);
        _accept(id, 4000);
        assertEq(usdc.balanceOf(seller), 54e6);
    }

    /// @dev After the acceptance, the buyer can no longer lower the ask.
    function test_endsTheDispute() public {
        uint256 id = _dispute(address(usdc), PRICE, ASKED);
        _accept(id, ASKED);
        _expectWrongStatus(id, OrderBook.Status.Completed);
        vm.prank(buyer);
        book.updateDispute(id, 4000);
        _expectWrongStatus(id, OrderBook.Status.Completed);
        _accept(id, ASKED);
    }

    function test_worksAfterACounterAndAfterTheDeadline() public {
        uint256 id = _dispute(address(usdc), PRICE, ASKED);
        vm.prank(seller);
        book.counterDispute(id, 100);
        vm.warp(START + 300 days);
        _accept(id, ASKED);
        assertEq(usdc.balanceOf(seller), 45e6);
        assertEq(book.getDispute(id).amount, ASKED);
        assertEq(book.getDispute(id).counterAmount, 100);
    }

    function test_rejectsOthersThanTheSeller() public {
        uint256 id = _dispute(address(usdc), PRICE, ASKED);
        address[3] memory others = [buyer, stranger, admin];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(OrderBook.NotSeller.selector, id, others[i]));
            vm.prank(others[i]);
            book.acceptDispute(id, ASKED);
        }
        uint256 delivered = _orderIn(OrderBook.Status.Delivered);
        _expectWrongStatus(delivered, OrderBook.Status.Delivered);
        _accept(delivered, 0);
    }

    /// @dev The refund is rounded down, then the fee on the rest: the three parts are exactly the price.
    function testFuzz_splitAddsUpToThePrice(uint80 price, uint16 asked, uint16 feeBps, uint8 which) public {
        address token = [NATIVE, address(usdc), address(usdt)][which % 3];
        price = uint80(bound(price, 1, token == NATIVE ? type(uint80).max : 1e24));
        asked = uint16(bound(asked, 1, 10_000));
        vm.prank(owner);
        book.setDefaultFee(bound(feeBps, 0, 1500));
        uint256 id = _dispute(token, price, asked);
        uint256 before = _balance(token, buyer);
        _accept(id, asked);
        uint256 refund = uint256(price) * asked / 10_000;
        uint256 fee = (price - refund) * book.getOrder(id).feeBps / 10_000;
        assertEq(_balance(token, buyer) - before, refund);
        assertEq(_balance(token, treasury), fee);
        assertEq(_balance(token, seller), price - refund - fee);
        assertEq(_balance(token, address(book)), 0);
    }
}
