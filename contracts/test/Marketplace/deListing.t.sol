// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Marketplace} from "../../src/Marketplace.sol";
import {MarketBase} from "./MarketBase.sol";

contract DeListingTest is MarketBase {
    function _deList(address who, address collection) private {
        vm.prank(who);
        market.deListing(collection, ID);
    }

    function _expectNotSeller(address collection) private {
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotSeller.selector, collection, ID, stranger));
    }

    function test_theSellerCanRemoveAListing() public {
        _list();
        vm.expectEmit(address(market));
        emit Marketplace.DeListedNFT(address(nft), ID, seller);
        _deList(seller, address(nft));
        assertFalse(_isListed(address(nft)));
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotListed.selector, address(nft), ID));
        _purchase(address(nft), PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotListed.selector, address(nft), ID));
        _deList(seller, address(nft));
    }

    function test_theSellerCanRemoveAListingAfterABurnOrATransfer() public {
        _list();
        _burn();
        _deList(seller, address(nft));

        _listAt(address(other), PRICE, NATIVE);
        vm.prank(seller);
        other.transferFrom(seller, stranger, ID);
        _deList(seller, address(other));
        assertFalse(_isListed(address(other)));
    }

    function test_rejectsOthersWhileTheListingIsValid() public {
        _list();
        _listAt(address(other), PRICE, NATIVE);
        vm.warp(EXPIRES);
        _expectNotSeller(address(nft));
        _deList(stranger, address(nft));
        _expectNotSeller(address(other));
        _deList(stranger, address(other));
        // also while the marketplace is not approved
        vm.prank(seller);
        nft.approve(address(0), ID);
        _expectNotSeller(address(nft));
        _deList(stranger, address(nft));
        assertTrue(_isListed(address(nft)));
    }

    function test_anybodyCanRemoveAListingAfterExpiry() public {
        _list();
        vm.warp(EXPIRES + 1);
        vm.expectEmit(address(market));
        emit Marketplace.DeListedNFT(address(nft), ID, stranger);
        _deList(stranger, address(nft));
    }

    function test_anybodyCanRemoveAListingAfterATransfer() public {
        _list();
        vm.prank(seller);
        nft.transferFrom(seller, buyer, ID);
        _deList(stranger, address(nft));
        // the listing stays removed when the token returns
        vm.prank(buyer);
        nft.transferFrom(buyer, seller, ID);
        _approve();
        assertFalse(_isListed(address(nft)));
    }

    function test_anybodyCanRemoveAListingThatTheSellerVoided() public {
        _list();
        vm.prank(seller);
        market.incrementCounter();
        _deList(stranger, address(nft));
    }

    function test_anybodyCanRemoveAListingAfterTheTokenMovedAndReturned() public {
        _listAt(address(other), PRICE, NATIVE);
        vm.prank(seller);
        other.transferFrom(seller, stranger, ID);
        vm.prank(stranger);
        other.transferFrom(stranger, seller, ID);
        _deList(buyer, address(other));
    }

    function test_anybodyCanRemoveAListingAfterABurn() public {
        _list();
        _burn();
        _deList(stranger, address(nft));
    }

    /// @dev Only 80 bits of the seller's address are stored: another address may remove the listing only if these bits are the same.
    function test_identifiesTheSellerBy80Bits() public {
        _list();
        _expectNotSeller(address(nft));
        _deList(stranger, address(nft));
        address near = address(uint160(seller) ^ 1 << 79);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotSeller.selector, address(nft), ID, near));
        _deList(near, address(nft));
        _deList(address(uint160(seller) ^ 1 << 80), address(nft));
    }

    function test_noGasLimitMakesAValidListingLookInvalid() public {
        _list();
        _listAt(address(other), PRICE, NATIVE);
        address[2] memory collections = [address(nft), address(other)];
        for (uint256 i = 0; i < 2; ++i) {
            for (uint256 gas = 5_000; gas < 60_000; gas += 250) {
                vm.prank(stranger);
                (bool ok,) = address(market).call{gas: gas}(abi.encodeCall(Marketplace.deListing, (collections[i], ID)));
                assertFalse(ok);
            }
            assertTrue(_isListed(collections[i]));
        }
    }

    function test_worksWhileTheCurrencyIsDisabled() public {
        _list();
        vm.prank(owner);
        market.setPayableToken(NATIVE, false);
        _deList(seller, address(nft));
    }
}
