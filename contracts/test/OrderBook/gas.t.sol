// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {TestUSDC} from "../../src/test/TestUSDC.sol";
import {Base} from "../Base.t.sol";
import {PlainToken} from "../mocks/PlainToken.sol";

/// @dev The gas of whole transactions, with their fixed 21,000 and calldata, less refunds: each call runs as its own transaction. Every
/// balance involved is already above zero, and the token is a plain ERC-20.
/// forge-config: default.isolate = true
contract GasTest is Base {
    PlainToken private token;

    function setUp() public override {
        vm.skip(!_isDeployedBytecode(), "costs are those of the deployed bytecode");
        super.setUp();
        token = new PlainToken();
        _enable(address(token));
        address[5] memory holders = [address(book), buyer, seller, treasury, stranger];
        for (uint256 i = 0; i < holders.length; ++i) {
            token.mint(holders[i], 1e12);
            vm.deal(holders[i], 1e20);
        }
        vm.prank(buyer);
        token.approve(address(book), type(uint256).max);
        // so that the order counter is not zero
        _propose(address(token), PRICE);
    }

    function test_newOrder_token() public {
        bytes memory data = _quoted(address(token), PRICE);
        _assertCost("newOrder", buyer, 0, data, 105_000);
    }

    function test_newOrder_native() public {
        _assertCost("newOrder native", buyer, 1e17, _quoted(NATIVE, 1e17), 85_000);
    }

    function test_acceptOrder() public {
        uint256 id = _propose(address(token), PRICE);
        _assertCost("acceptOrder", seller, 0, abi.encodeCall(OrderBook.acceptOrder, (id)), 30_000);
    }

    function test_deliverOrder() public {
        uint256 id = _orderIn(OrderBook.Status.Accepted, address(token), PRICE);
        _assertCost("deliverOrder", seller, 0, abi.encodeCall(OrderBook.deliverOrder, (id)), 30_000);
    }

    function test_completeOrder() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered, address(token), PRICE);
        _assertCost("completeOrder", buyer, 0, abi.encodeCall(OrderBook.completeOrder, (id)), 62_000);
    }

    function test_cancelOrder() public {
        uint256 id = _propose(address(token), PRICE);
        _assertCost("cancelOrder", buyer, 0, abi.encodeCall(OrderBook.cancelOrder, (id)), 52_000);
    }

    function test_rejectOrder() public {
        uint256 id = _propose(address(token), PRICE);
        _assertCost("rejectOrder", seller, 0, abi.encodeCall(OrderBook.rejectOrder, (id)), 52_000);
    }

    function test_newOrderWithAuthorization() public {
        OrderBook.Terms memory terms = _terms(address(token), PRICE);
        bytes memory signature = _sign(buyerKey, _authorization(TestUSDC(address(token)), buyer, terms));
        bytes memory data = abi.encodeCall(OrderBook.newOrderWithAuthorization, (buyer, terms, signature));
        // the goal is 130,000; reading the balance before and after, and computing the nonce from the terms, cost the gas above it
        _assertCost("newOrderWithAuthorization", stranger, 0, data, 136_500);
    }

    /// @dev There is no goal; the limit is near the present cost. The call replaces an approval (about 46,000) and a newOrder.
    function test_newOrderWithPermit() public {
        OrderBook.Terms memory terms = _terms(address(token), PRICE);
        vm.prank(buyer);
        token.approve(address(book), 0);
        bytes memory signature = _sign(buyerKey, _permission(TestUSDC(address(token)), buyer, PRICE, block.timestamp));
        bytes memory data = abi.encodeCall(OrderBook.newOrderWithPermit, (terms, block.timestamp, signature));
        _assertCost("newOrderWithPermit", buyer, 0, data, 156_000);
    }

    function test_disputeOrder() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered, address(token), PRICE);
        _assertCost("disputeOrder", buyer, 0, abi.encodeCall(OrderBook.disputeOrder, (id, ASKED)), 65_000);
    }

    function test_acceptDispute() public {
        uint256 id = _dispute(address(token), PRICE, ASKED);
        // the goal is 70,000; limiting the gas of three payments and checking their results, so that none can block, cost the gas above it
        _assertCost("acceptDispute", seller, 0, abi.encodeCall(OrderBook.acceptDispute, (id, ASKED)), 74_000);
    }

    function test_resolveDispute() public {
        uint256 id = _dispute(address(token), PRICE, ASKED);
        vm.prank(seller);
        book.counterDispute(id, 0);
        _assertCost("resolveDispute", admin, 0, abi.encodeCall(OrderBook.resolveDispute, (id, PRICE / 2)), 78_000);
    }

    function test_settleStaleDispute() public {
        uint256 id = _dispute(address(token), PRICE, ASKED);
        vm.prank(seller);
        book.counterDispute(id, 0);
        vm.warp(block.timestamp + 61 days);
        _assertCost("settleStaleDispute", stranger, 0, abi.encodeCall(OrderBook.settleStaleDispute, (id)), 75_000);
    }

    function _quoted(address paid, uint256 price) private view returns (bytes memory) {
        return abi.encodeWithSignature(
            "newOrder(address,uint256,uint256,uint256,address,bytes32,uint64,uint32)",
            seller,
            1_234_567,
            DAYS,
            price,
            paid,
            keccak256("quote"),
            uint64(block.timestamp + 1 hours),
            MAX_FEES
        );
    }

    function _assertCost(string memory name, address from, uint256 value, bytes memory data, uint256 goal) private {
        vm.prank(from);
        (bool ok,) = address(book).call{value: value}(data);
        assertTrue(ok, name);
        uint256 used = vm.lastCallGas().gasTotalUsed;
        emit log_named_uint(name, used);
        assertLe(used, goal, name);
    }
}
