// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {Collection} from "../../src/Collection.sol";
import {CollectionFactory} from "../../src/CollectionFactory.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {LookAlike} from "../mocks/LookAlike.sol";
import {PlainNft} from "../mocks/PlainNft.sol";
import {MarketBase} from "./MarketBase.sol";

/// @dev Only collections of the factory are traded: every function rejects look-alikes and any other ERC-721.
contract ForeignCollectionsTest is MarketBase {
    function _assertRefused(address collection) private {
        bytes memory foreign = abi.encodeWithSelector(Marketplace.ForeignCollection.selector, collection);
        vm.expectRevert(foreign);
        _listAt(collection, PRICE, NATIVE);
        vm.startPrank(buyer);
        vm.expectRevert(foreign);
        market.createOffer{value: PRICE}(collection, ID, PRICE, NATIVE, EXPIRES);
        vm.expectRevert(foreign);
        market.createOffer(collection, ID, PRICE, address(usdc), EXPIRES);
        // so the collection has no listing and no offer
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotListed.selector, collection, ID));
        market.purchaseNFT{value: PRICE}(collection, ID, PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotListed.selector, collection, ID));
        market.deListing(collection, ID);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NoOffer.selector, collection, ID, buyer));
        market.cancelOffer(collection, ID, buyer);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NoOffer.selector, collection, ID, buyer));
        vm.prank(seller);
        market.acceptOffer(collection, ID, buyer, PRICE, NATIVE, CUT_BPS);
        assertEq(buyer.balance, 1e30);
        assertEq(usdc.balanceOf(buyer), 1e30);
        assertFalse(_isListed(collection));
    }

    function test_rejectsAnotherErc721() public {
        PlainNft foreign = new PlainNft();
        foreign.mint(seller, ID);
        vm.prank(seller);
        foreign.setApprovalForAll(address(market), true);
        _assertRefused(address(foreign));
        // also after the token was transferred
        vm.startPrank(seller);
        IERC721(foreign).transferFrom(seller, stranger, ID);
        vm.stopPrank();
        _assertRefused(address(foreign));
    }

    function test_rejectsAccountsTokensAndOwnContracts() public {
        _assertRefused(stranger);
        _assertRefused(address(0));
        _assertRefused(address(usdc));
        _assertRefused(address(market));
        _assertRefused(address(factory));
        _assertRefused(factory.IMPLEMENTATION());
    }

    /// @dev The copy has a collection's code, creator and token, and the token's owner has approved the marketplace.
    function test_rejectsACopyWithForgedStorage() public {
        LookAlike maker = new LookAlike();
        bytes32 slot = maker.slotOf(address(nft), creator);
        Collection fake = Collection(maker.copyWith(address(nft), slot, vm.load(address(nft), slot)));
        _mint(fake, seller, ID);
        vm.prank(seller);
        fake.approve(address(market), ID);
        assertEq(address(fake).codehash, address(nft).codehash);
        _assertRefused(address(fake));
    }

    function test_rejectsAnotherFactorysCollection() public {
        CollectionFactory another = _newFactory(platform);
        vm.prank(creator);
        Collection foreign = another.createCollection(
            Collection.Terms("Doors", "DOOR", "Hills", "ipfs://image", "ipfs://banner", "", royalties, ROYALTY_BPS), "nft"
        );
        _mint(foreign, seller, ID);
        _assertRefused(address(foreign));
    }

    function test_rejectsAProxyFromAnotherDeployer() public {
        LookAlike maker = new LookAlike();
        _assertRefused(maker.make(factory.IMPLEMENTATION(), keccak256(abi.encode(creator, bytes32("nft")))));
    }

    function test_acceptsACollectionCreatedLater() public {
        nft = _newCollection("later");
        _mint(seller, ID);
        _list();
        _purchase(address(nft), PRICE, NATIVE);
        assertEq(nft.ownerOf(ID), buyer);
    }
}
