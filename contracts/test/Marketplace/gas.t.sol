// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Marketplace} from "../../src/Marketplace.sol";
import {PlainToken} from "../mocks/PlainToken.sol";
import {MarketBase} from "./MarketBase.sol";

/// @dev The gas of whole transactions, with their fixed 21,000 and calldata, less refunds: each call runs as its own transaction. Every
/// balance involved, of money or of tokens, is already above zero. The seller has approved the marketplace for the token.
/// forge-config: default.isolate = true
contract MarketplaceGasTest is MarketBase {
    PlainToken private money;

    function setUp() public override {
        vm.skip(!_isDeployedBytecode(), "costs are those of the deployed bytecode");
        super.setUp();
        money = new PlainToken();
        _enable(address(money));
        address[5] memory holders = [seller, buyer, treasury, royalties, address(market)];
        for (uint256 i = 0; i < holders.length; ++i) {
            money.mint(holders[i], 1e24);
            vm.deal(holders[i], 1e24);
            if (i != 4) _mint(holders[i], 1000 + i);
        }
        _approve();
        vm.prank(buyer);
        money.approve(address(market), type(uint256).max);
        // so that the measured offer is not the first one
        vm.prank(stranger);
        market.createOffer{value: 1}(address(nft), ID, 1, NATIVE, EXPIRES);
    }

    function test_listNFT() public {
        _assertCost("listNFT", seller, 0, _listing(address(nft), NATIVE), 60_500);
    }

    function test_listNFT_token() public {
        _assertCost("listNFT for an ERC-20", seller, 0, _listing(address(nft), address(money)), 63_500);
    }

    /// @dev The fee is charged, but no royalty, because its receiver is the seller.
    function test_purchaseNFT() public {
        _setRoyalty(seller, ROYALTY_BPS);
        _list();
        _assertCost("purchaseNFT from the creator", buyer, PRICE, _buying(address(nft), NATIVE), 84_500);
    }

    /// @dev A royalty to another account is one more payment.
    function test_purchaseNFT_royalty() public {
        _list();
        _assertCost("purchaseNFT with a royalty", buyer, PRICE, _buying(address(nft), NATIVE), 94_400);
    }

    function test_purchaseNFT_token() public {
        _list(address(money));
        _assertCost("purchaseNFT with a royalty, for an ERC-20", buyer, 0, _buying(address(nft), address(money)), 113_000);
    }

    function test_deListing() public {
        _list();
        _assertCost("deListing", seller, 0, abi.encodeCall(Marketplace.deListing, (address(nft), ID)), 26_000);
    }

    function test_createOffer() public {
        _assertCost("createOffer", buyer, PRICE, _offering(NATIVE), 66_800);
    }

    function test_createOffer_token() public {
        _assertCost("createOffer in an ERC-20", buyer, 0, _offering(address(money)), 87_000);
    }

    function test_acceptOffer() public {
        _offer(PRICE, NATIVE);
        _assertCost("acceptOffer with a royalty", seller, 0, _accepting(address(nft)), 92_000);
    }

    function test_acceptOffer_listed() public {
        _list();
        _offer(PRICE, NATIVE);
        _assertCost("acceptOffer with a royalty, of a listed token", seller, 0, _accepting(address(nft)), 92_000);
    }

    function test_cancelOffer() public {
        _offer(PRICE, NATIVE);
        _assertCost("cancelOffer", buyer, 0, abi.encodeCall(Marketplace.cancelOffer, (address(nft), ID, buyer)), 40_000);
    }

    function _listing(address collection, address currency) private pure returns (bytes memory) {
        return abi.encodeCall(Marketplace.listNFT, (collection, ID, PRICE, currency, CUT_BPS, EXPIRES));
    }

    function _buying(address collection, address currency) private pure returns (bytes memory) {
        return abi.encodeCall(Marketplace.purchaseNFT, (collection, ID, PRICE, currency));
    }

    function _offering(address currency) private view returns (bytes memory) {
        return abi.encodeCall(Marketplace.createOffer, (address(nft), ID, PRICE, currency, EXPIRES));
    }

    function _accepting(address collection) private view returns (bytes memory) {
        return abi.encodeCall(Marketplace.acceptOffer, (collection, ID, buyer, PRICE, NATIVE, CUT_BPS));
    }

    function _assertCost(string memory name, address from, uint256 value, bytes memory data, uint256 goal) private {
        vm.prank(from);
        (bool ok,) = address(market).call{value: value}(data);
        assertTrue(ok, name);
        uint256 used = vm.lastCallGas().gasTotalUsed;
        emit log_named_uint(name, used);
        assertLe(used, goal, name);
    }
}
