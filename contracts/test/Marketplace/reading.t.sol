// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Marketplace} from "../../src/Marketplace.sol";
import {MarketBase} from "./MarketBase.sol";

contract MarketReadingTest is MarketBase {
    function _approved(address collection) private view returns (bool) {
        return market.getListedNFT(collection, ID).approved;
    }

    function _assertNothing(Marketplace.Listing memory listing) private pure {
        assertEq(abi.encode(listing), abi.encode(Marketplace.Listing(address(0), address(0), 0, address(0), 0, 0, false)));
    }

    function test_returnsZerosWhenThereIsNothing() public {
        _assertNothing(market.getListedNFT(address(nft), ID));
        _assertNothing(market.getListedNFT(address(nft), 12345));
        _assertNothing(market.getListedNFT(stranger, ID));
        Marketplace.Offer memory none = Marketplace.Offer(address(0), 0, address(0), 0, 0);
        assertEq(abi.encode(market.getOfferredNFT(address(nft), ID, buyer)), abi.encode(none));
        _list();
        vm.prank(seller);
        market.incrementCounter();
        _assertNothing(market.getListedNFT(address(nft), ID));
    }

    function test_approvedIsTrueWithEitherApproval() public {
        _listAt(address(nft), PRICE, NATIVE);
        assertFalse(_approved(address(nft)));
        vm.startPrank(seller);
        nft.setApprovalForAll(address(market), true);
        assertTrue(_approved(address(nft)));
        nft.setApprovalForAll(address(market), false);
        assertFalse(_approved(address(nft)));
        nft.approve(address(market), ID);
        assertTrue(_approved(address(nft)));
    }

    function test_returnsAnExpiredOffer() public {
        _offer(PRICE, NATIVE);
        vm.warp(EXPIRES + 1);
        assertTrue(_hasOffer());
    }

    function test_rejectsTheSplitOfForeignTokens() public {
        vm.expectRevert(abi.encodeWithSelector(Marketplace.ForeignCollection.selector, address(usdc)));
        market.getSplit(address(usdc), ID, seller, PRICE);
    }

    function test_returnsTheFactory() public view {
        assertEq(address(market.FACTORY()), address(factory));
        assertEq(address(market.PLATFORM()), address(platform));
    }

    function test_returnsTheLimits() public view {
        assertEq(market.MAX_FEE_BPS(), 2000);
        assertEq(market.MAX_ROYALTY_BPS(), 1000);
        assertEq(market.MAX_DURATION(), 365 days);
        assertEq(market.MAX_COUNTER(), 4095);
    }
}
