// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {OrderBook} from "../src/OrderBook.sol";
import {Settlement} from "../src/Settlement.sol";
import {TestUSDC} from "../src/test/TestUSDC.sol";
import {TestUSDT} from "../src/test/TestUSDT.sol";

/// @dev Set-up and helpers of all OrderBook tests.
abstract contract Base is Test {
    address internal constant NATIVE = address(0);
    uint256 internal constant PRICE = 100e6;
    uint256 internal constant FEE_BPS = 1000;
    uint256 internal constant FEE = 10e6;
    uint256 internal constant START = 1_800_000_000;
    uint256 internal constant DAYS = 5;
    uint256 internal constant PRODUCT = 42;
    /// @dev The initial fees, 1000 and 500, packed as the buyer's maximum.
    uint32 internal constant MAX_FEES = 1000 << 16 | 500;
    /// @dev The buyer's ask in a dispute, in basis points.
    uint256 internal constant ASKED = 5000;

    address internal owner = makeAddr("owner");
    address internal admin = makeAddr("admin");
    address internal treasury = makeAddr("treasury");
    address internal buyer;
    uint256 internal buyerKey;
    address internal seller = makeAddr("seller");
    address internal stranger = makeAddr("stranger");

    uint256 private _quotes;
    OrderBook internal book;
    TestUSDC internal usdc;
    TestUSDT internal usdt;

    function setUp() public virtual {
        vm.warp(START);
        (buyer, buyerKey) = makeAddrAndKey("buyer");
        book = _deploy(owner, FEE_BPS, treasury);
        vm.prank(owner);
        book.addAdmin(admin);
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

    /// @dev Whether to test the deployed bytecode instead of the source compiled for this run.
    function _isDeployedBytecode() internal view returns (bool) {
        return vm.envOr("SHIPPED", false);
    }

    function _deploy(address firstOwner, uint256 feeBps, address fees) internal returns (OrderBook deployed) {
        if (!_isDeployedBytecode()) return new OrderBook(firstOwner, feeBps, fees);
        bytes memory code = vm.parseJsonBytes(vm.readFile("contracts/abi/OrderBook.bytecode.json"), ".creation");
        code = abi.encodePacked(code, abi.encode(firstOwner, feeBps, fees));
        assembly ("memory-safe") {
            deployed := create(0, add(code, 32), mload(code))
            if iszero(deployed) {
                returndatacopy(code, 0, returndatasize())
                revert(code, returndatasize())
            }
        }
    }

    function _enable(address token) internal {
        vm.prank(owner);
        book.setPayableToken(token, true);
    }

    /// @dev Proposes an order from the buyer to the seller.
    function _propose(address token, uint256 price) internal returns (uint256 orderId) {
        vm.prank(buyer);
        orderId = book.newOrder{value: token == NATIVE ? price : 0}(seller, PRODUCT, DAYS, price, token);
    }

    /// @dev The terms that `_propose` uses, as a struct; a new quote each time, valid for an hour.
    function _terms(address token, uint256 price) internal returns (OrderBook.Terms memory) {
        bytes32 ref = keccak256(abi.encode("quote", ++_quotes));
        return OrderBook.Terms(seller, PRODUCT, DAYS, price, token, ref, uint64(block.timestamp + 1 hours), MAX_FEES);
    }

    /// @dev The digest of the payer's ERC-3009 authorization for `terms`. Type hashes are the same for every token.
    function _authorization(TestUSDC token, address payer, OrderBook.Terms memory terms) internal view returns (bytes32) {
        bytes32 nonce = book.getAuthorizationNonce(payer, terms);
        uint256 validBefore = uint256(terms.validUntil) + 1;
        bytes32 typehash = usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH();
        bytes32 data = keccak256(abi.encode(typehash, payer, address(book), terms.price, 0, validBefore, nonce));
        return MessageHashUtils.toTypedDataHash(token.DOMAIN_SEPARATOR(), data);
    }

    /// @dev The digest of the payer's EIP-2612 permit of `value` for the order book.
    function _permission(TestUSDC token, address payer, uint256 value, uint256 deadline) internal view returns (bytes32) {
        bytes32 data = keccak256(abi.encode(usdc.PERMIT_TYPEHASH(), payer, address(book), value, token.nonces(payer), deadline));
        return MessageHashUtils.toTypedDataHash(token.DOMAIN_SEPARATOR(), data);
    }

    function _sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    /// @dev Creates an order and brings it to `status` by the shortest path.
    function _orderIn(OrderBook.Status status, address token, uint256 price) internal returns (uint256 orderId) {
        orderId = _propose(token, price);
        _bringTo(orderId, status);
    }

    function _bringTo(uint256 orderId, OrderBook.Status status) internal {
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
        vm.startPrank(order.buyer);
        if (status == OrderBook.Status.Completed) book.completeOrder(orderId);
        if (status == OrderBook.Status.Disputed) book.disputeOrder(orderId, ASKED);
        vm.stopPrank();
    }

    function _orderIn(OrderBook.Status status) internal returns (uint256) {
        return _orderIn(status, address(usdc), PRICE);
    }

    /// @dev Creates an order in dispute, with an ask of `asked` basis points.
    function _dispute(address token, uint256 price, uint256 asked) internal returns (uint256 orderId) {
        orderId = _orderIn(OrderBook.Status.Delivered, token, price);
        vm.prank(buyer);
        book.disputeOrder(orderId, asked);
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
