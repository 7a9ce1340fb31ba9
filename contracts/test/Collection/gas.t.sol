// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../src/Collection.sol";
import {PlainToken} from "../mocks/PlainToken.sol";
import {CollectionBase} from "./CollectionBase.sol";

/// @dev The gas of whole transactions, with their fixed 21,000 and calldata, less refunds: each call runs as its own transaction. Every
/// balance involved is already above zero.
/// forge-config: default.isolate = true
contract CollectionGasTest is CollectionBase {
    PlainToken private token;

    function setUp() public override {
        vm.skip(!_isDeployedBytecode(), "costs are those of the deployed bytecode");
        super.setUp();
        token = new PlainToken();
        vm.prank(owner);
        platform.setPayableToken(address(token), true);
        address[4] memory holders = [creator, buyer, treasury, address(collection)];
        for (uint256 i = 0; i < holders.length; ++i) {
            token.mint(holders[i], 1e12);
            vm.deal(holders[i], 1e20);
        }
        vm.prank(buyer);
        token.approve(address(collection), type(uint256).max);
        _mint(buyer, 1);
        _mint(creator, 2);
        _mint(stranger, 3);
    }

    function test_safeMint() public {
        bytes memory data = abi.encodeCall(Collection.safeMint, (creator, 1234, CONTENT));
        _assertCost("safeMint with URI", address(collection), creator, 0, data, 80_000);
    }

    function test_redeem_free() public {
        _assertRedeemCosts("redeem, free", NATIVE, 0, 100_000);
    }

    function test_redeem_native() public {
        _assertRedeemCosts("redeem, native, fee paid out", NATIVE, 1e17, 116_500);
    }

    function test_redeem_token() public {
        _assertRedeemCosts("redeem, ERC-20, fee paid out", address(token), PRICE, 137_400);
    }

    function test_transferFrom() public {
        bytes memory data = abi.encodeCall(collection.transferFrom, (buyer, stranger, 1));
        _assertCost("transferFrom", address(collection), buyer, 0, data, 41_000);
    }

    function test_createCollection() public {
        bytes memory data = abi.encodeCall(factory.createCollection, (_terms(), "another"));
        _assertCost("createCollection", address(factory), creator, 0, data, 425_500);
    }

    function _assertRedeemCosts(string memory name, address currency, uint256 price, uint256 goal) private {
        Collection.Voucher memory voucher = _voucher(currency, price);
        bytes memory data = abi.encodeCall(Collection.redeem, (voucher, voucher.tokenId, buyer, _sign(voucher)));
        _assertCost(name, address(collection), buyer, currency == NATIVE ? price : 0, data, goal);
    }

    function _assertCost(string memory name, address to, address from, uint256 value, bytes memory data, uint256 goal) private {
        vm.prank(from);
        (bool ok,) = to.call{value: value}(data);
        assertTrue(ok, name);
        uint256 used = vm.lastCallGas().gasTotalUsed;
        emit log_named_uint(name, used);
        assertLe(used, goal, name);
    }
}
