// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {OrderBook} from "../src/OrderBook.sol";
import {Settlement} from "../src/Settlement.sol";
import {TestUSDC} from "../src/test/TestUSDC.sol";
import {TestUSDT} from "../src/test/TestUSDT.sol";

/// @dev The world every OrderBook test starts from, and the short words the tests are written in.
abstract contract Base is Test {
    address internal constant NATIVE = address(0);
    uint256 internal constant PRICE = 100e6;
    uint256 internal constant FEE_BPS = 1000;
    uint256 internal constant FEE = 10e6;
    uint256 internal constant START = 1_800_000_000;
    uint256 internal constant DAYS = 5;
    uint256 internal constant PRODUCT = 42;

    address internal admin = makeAddr("admin");
    address internal treasury = makeAddr("treasury");
    address internal buyer = makeAddr("buyer");
    address internal seller = makeAddr("seller");
    address internal stranger = makeAddr("stranger");

    OrderBook internal book;
    TestUSDC internal usdc;
    TestUSDT internal usdt;

    function setUp() public virtual {
        vm.warp(START);
        book = _deploy(admin, FEE_BPS, treasury);
        usdc = new TestUSDC();
        usdt = new TestUSDT();
        _enable(NATIVE);
        _enable(address(usdc));
        _enable(address(usdt));
        usdc.mint(buyer, 1e24);
        usdt.mint(buyer, 1e24);
        vm.deal(buyer, 1e30);
        vm.startPrank(buyer);
        usdc.approve(address(book), type(uint256).max);
        usdt.approve(address(book), type(uint256).max);
        vm.stopPrank();
    }

    /// @dev Whether to try the bytecode that is deployed, rather than the source as compiled for this run.
    function _shipped() internal view returns (bool) {
        return vm.envOr("SHIPPED", false);
    }

    function _deploy(address firstAdmin, uint256 feeBps, address fees) internal returns (OrderBook deployed) {
        if (!_shipped()) return new OrderBook(firstAdmin, feeBps, fees);
        bytes memory code = vm.parseJsonBytes(vm.readFile("contracts/abi/OrderBook.bytecode.json"), ".creation");
        code = abi.encodePacked(code, abi.encode(firstAdmin, feeBps, fees));
        assembly ("memory-safe") {
            deployed := create(0, add(code, 32), mload(code))
            if iszero(deployed) {
                returndatacopy(code, 0, returndatasize())
                revert(code, returndatasize())
            }
        }
    }

    function _enable(address token) internal {
        vm.prank(admin);
        book.setPayableToken(token, true);
    }

    /// @dev A proposed order of the buyer's with the seller.
    function _propose(address token, uint256 price) internal returns (uint256 orderId) {
        vm.prank(buyer);
        orderId = book.newOrder{value: token == NATIVE ? price : 0}(seller, PRODUCT, DAYS, price, token);
    }

    /// @dev An order brought to `status` by the shortest way.
    function _orderIn(OrderBook.Status status, address token, uint256 price) internal returns (uint256 orderId) {
        orderId = _propose(token, price);
        _bring(orderId, status);
    }

    function _bring(uint256 orderId, OrderBook.Status status) internal {
        if (status == OrderBook.Status.Proposed) return;
        OrderBook.Order memory order = book.getOrder(orderId);
        if (status == OrderBook.Status.Cancelled) {
            vm.prank(order.buyer);
            return book.cancelOrder(orderId);
        }
        vm.startPrank(order.seller);
        if (status == OrderBook.Status.Rejected) {
            book.rejectOrder(orderId);
        } else {
            book.acceptOrder(orderId);
            if (status != OrderBook.Status.Accepted) book.deliverOrder(orderId);
        }
        vm.stopPrank();
        if (status == OrderBook.Status.Completed) {
            vm.prank(order.buyer);
            book.completeOrder(orderId);
        }
    }

    function _orderIn(OrderBook.Status status) internal returns (uint256) {
        return _orderIn(status, address(usdc), PRICE);
    }

    function _balance(address token, address who) internal view returns (uint256) {
        return token == NATIVE ? who.balance : IERC20(token).balanceOf(who);
    }

    function _status(uint256 orderId) internal view returns (OrderBook.Status) {
        return book.getOrder(orderId).status;
    }

    function _assertStatus(uint256 orderId, OrderBook.Status status) internal view {
        assertEq(uint256(_status(orderId)), uint256(status), "status");
    }

    function _expectWrongStatus(uint256 orderId, OrderBook.Status status) internal {
        vm.expectRevert(abi.encodeWithSelector(OrderBook.WrongStatus.selector, orderId, status));
    }
}
